import { paths } from '#frontend/app/paths.ts'

export const tabNames = ['overview', 'balance', 'galleries', 'proofing', 'settings'] as const
export type TabName = (typeof tabNames)[number]

/** The tab that an address names; anything else is the overview. */
export const tabOf = (text: string): TabName => tabNames.find((name) => name === text) ?? 'overview'
/** The address of a tab. */
export const dashboardTab = (tab: TabName): string =>
  tab === 'overview' ? paths.dashboard() : `${paths.dashboard()}?tab=${tab}`
