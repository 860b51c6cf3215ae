import type { Tally } from '#functions/galleries/tally-store.ts'

export const aTally = (overrides: Partial<Tally> = {}): Tally => ({
  views: 0,
  likes: 0,
  downloads: 0,
  version: 1,
  ids: '',
  spilledAt: '',
  moved: 0,
  shown: 0,
  waiting: 2,
  hours: {},
  ...overrides,
})
