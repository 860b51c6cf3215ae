import type { Room } from '#functions/profiles/upload-plan.ts'

/** A trial's room on the second day of 2030; name what matters. */
export const aRoom = (overrides: Partial<Room> = {}): Room => ({
  plan: 'trial',
  maxBytes: 50_000_000_000,
  maxPhotos: 2_000,
  maxPhotosADay: 2_000,
  day: '2030-01-02',
  secondsToNextDay: 3_600,
  ...overrides,
})
