import { afterMs, type Clock } from '#functions/shared/time/clock.ts'

export const at = (text: string): Date => new Date(text)

/** A clock that moves when a test says so. */
export const movableClock = (start: string | Date = '2030-01-01T10:00:00.000Z') => {
  let present = new Date(start)
  const now: Clock = () => new Date(present)
  return {
    now,
    forward: ({ hours = 0, minutes = 0, seconds = 0, ms = 0 }) => {
      present = afterMs(present, ((hours * 60 + minutes) * 60 + seconds) * 1_000 + ms)
    },
    set: (moment: string | Date) => {
      present = new Date(moment)
    },
  }
}
