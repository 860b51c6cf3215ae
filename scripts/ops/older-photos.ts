import type { Item } from '#functions/shared/table/writes.ts'
import { Photo } from '#schema/entities/photo.ts'
import type { Rerender } from '#schema/events/render.ts'

/** Messages in one call: as many as the queue's client sends together without a second one. */
const together = 100

/** Those from before clean originals were made with the pictures. */
export const lacksOriginal = ({ fileFormat }: Photo): boolean => fileFormat === null

/** Those from before there was a picture of 1024 px for dense screens. */
export const lacksSizes = ({ renditions }: Photo): boolean => !renditions.some(({ kind }) => kind === 'medium')

/** Those from before pictures were AVIF, and those that lack a size as well. */
export const lacksAvif = ({ renditions }: Photo): boolean =>
  !renditions.some(({ kind, format }) => kind === 'medium' && format === 'avif')

type Send = (messages: readonly Rerender[]) => Promise<void>

/**
 * Requests a new rendering of every photo on sale that lacks something and whose file is there. Running it again is
 * harmless: photos that were completed meanwhile are skipped. Those of galleries that are taken down are asked for each
 * time, and drawn once that is lifted.
 * @returns how many photos were requested.
 */
export const askAgain = async (
  items: AsyncIterable<Item>,
  lacks: (photo: Photo) => boolean,
  send: Send,
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
    if (photo?.state !== 'ready' || photo.original === null || !lacks(photo)) continue
    waiting.push({ kind: 'rerender-photo', photoId: photo.id })
    if (waiting.length === together) await flush()
  }
  await flush()
  return count
}
