import type { Item } from '#functions/shared/table/writes.ts'
import { Photo } from '#schema/entities/photo.ts'
import type { Rerender } from '#schema/events/render.ts'

/** Messages in one call: as many as the queue's client sends together without a second one. */
const together = 100

/**
 * Asks for every photo on sale that has no clean original yet to be drawn again: those from before originals were made
 * with the pictures. Asking twice does no harm, and what has been done meanwhile is asked for no more.
 * @returns how many were asked for.
 */
export const askForOriginals = async (
  items: AsyncIterable<Item>,
  send: (messages: readonly Rerender[]) => Promise<void>,
): Promise<number> => {
  let count = 0
  let waiting: Rerender[] = []
  const flush = async () => {
    if (waiting.length > 0) await send(waiting)
    count += waiting.length
    waiting = []
  }
  for await (const item of items) {
    if (item.SK !== 'PHOTO') continue
    const { data: photo } = Photo.safeParse(item)
    if (photo?.state !== 'ready' || photo.fileFormat !== null) continue
    waiting.push({ kind: 'rerender-photo', photoId: photo.id })
    if (waiting.length === together) await flush()
  }
  await flush()
  return count
}
