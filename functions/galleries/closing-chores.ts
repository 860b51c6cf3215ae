import type { Chore } from '#functions/chores/chore-writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { closingTime } from './gallery-access.ts'

const kinds = { week: 'tell-week-before-closing', day: 'tell-day-before-closing' } as const

/** Telling visitors that a gallery closes: what waits for its time, and what waits in vain. */
export const closingChores = ({ id, expiresAt }: Pick<Gallery, 'id' | 'expiresAt'>, now: Clock) => {
  const chores: Chore[] = []
  const dropped: Pick<Chore, 'kind' | 'subject'>[] = []
  for (const notice of ['week', 'day'] as const) {
    const chore = { kind: kinds[notice], subject: id }
    const dueAt = expiresAt === null ? undefined : closingTime(expiresAt, notice)
    if (dueAt !== undefined && new Date(dueAt) > now()) chores.push({ ...chore, dueAt })
    else dropped.push(chore)
  }
  return { chores, dropped }
}
