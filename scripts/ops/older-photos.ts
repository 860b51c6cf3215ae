import { lacksPieces } from '#functions/media/cut-cover.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { Gallery } from '#schema/entities/gallery.ts'
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

/** What is to be made of an item of the table, `undefined` for nothing. */
type Ask = (item: Item) => Rerender | undefined

/**
 * A new rendering of every photo on sale that lacks something and whose file is there. Those of galleries that are taken
 * down are asked for each time, and drawn once that is lifted.
 */
export const photosThat =
  (lacks: (photo: Photo) => boolean): Ask =>
  (item) => {
    if (item.SK !== 'PHOTO') return undefined
    const { data: photo } = Photo.safeParse(item)
    if (photo?.state !== 'ready' || photo.original === null || !lacks(photo)) return undefined
    return { kind: 'rerender-photo', photoId: photo.id }
  }

/**
 * The pieces of covers that earlier releases did not cut, or cut otherwise. Those that wait for another mark are asked for
 * each time, and cut once that is drawn.
 */
export const uncutCovers: Ask = (item) => {
  if (item.SK !== 'GALLERY') return undefined
  const { data: gallery } = Gallery.safeParse(item)
  if (!gallery || gallery.takedown !== null || gallery.deletedAt !== null || !lacksPieces(gallery)) return undefined
  return { kind: 'cut-cover', galleryId: gallery.id }
}

/**
 * Requests what is asked for. Running it again is harmless: what was completed meanwhile is skipped.
 * @returns how many requests that were.
 */
export const askAgain = async (items: AsyncIterable<Item>, ask: Ask, send: Send): Promise<number> => {
  let count = 0
  let waiting: Rerender[] = []
  const flush = async () => {
    if (waiting.length > 0) await send(waiting)
    count += waiting.length
    waiting = []
  }
  for await (const item of items) {
    const request = ask(item)
    if (!request) continue
    waiting.push(request)
    if (waiting.length === together) await flush()
  }
  await flush()
  return count
}
