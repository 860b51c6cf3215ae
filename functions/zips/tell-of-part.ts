import { createHash } from 'node:crypto'
import type { Send } from '#functions/shared/queue/queue.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { ZipSet } from '#schema/entities/zip-set.ts'
import type { CountEvent } from '#schema/events/count.ts'
import type { ZipSetStore } from './zip-set-store.ts'

type Parts = { sets: Pick<ZipSetStore, 'findPart' | 'noteTold'>; send: Send; now: Clock }

/**
 * Tells the galleries whose photos are in a part that it was taken, one message each however many photos it has. Once for a
 * part: a link that is asked for again is mostly a download that broke off. Two presses at once send the same ids, which count
 * once. The part is noted after its messages were taken, so that none is lost.
 */
export const tellOfPart = async (
  { sets, send, now }: Parts,
  set: Pick<ZipSet, 'id' | 'owner'>,
  part: number,
): Promise<void> => {
  const taken = await sets.findPart(set, part)
  if (!taken || taken.toldAt !== null || taken.galleries.length === 0) return
  const at = stamp(now())
  const events = taken.galleries.map(
    ({ galleryId, photos }): CountEvent => ({
      kind: 'fetched',
      id: createHash('sha256').update(`${set.id}#${part}#${galleryId}`).digest('base64url').slice(0, 26),
      galleryId,
      photos,
      at,
    }),
  )
  await send('COUNTS_QUEUE_URL', events)
  await sets.noteTold(set, part, at)
}
