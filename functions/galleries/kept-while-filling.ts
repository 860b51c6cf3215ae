import { afterMs, stamp } from '#functions/shared/time/clock.ts'
import type { Gallery } from '#schema/entities/gallery.ts'

/** So long its photos are kept then: calling them back for each new one would cost more than asking. */
const keptWhileFillingMs = 20_000

/** Until when what visitors see of a gallery is true at most, while photos may come to it. */
export const keptWhileFilling = ({ expiresAt }: Gallery, now: Date): string => {
  const soon = stamp(afterMs(now, keptWhileFillingMs))
  return expiresAt !== null && expiresAt < soon ? expiresAt : soon
}
