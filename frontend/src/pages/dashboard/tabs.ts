import { type DashboardTab, dashboardTabs } from '#schema/paths.ts'

/** The tab that an address names; anything else is the overview. */
export const tabOf = (text: string): DashboardTab => dashboardTabs.find((name) => name === text) ?? 'overview'
