import type { GalleryId, PhotoId, UserId } from '#schema/ids.ts'
import type { PriceStep } from '#schema/offers.ts'
import type { PhotoSize } from '#schema/web-size.ts'
import type { Code } from '#test/support/model/prices.ts'
import type { Wanted } from '#test/support/payments/money-world.ts'

/** What something was like since when (milliseconds), the oldest first. */
type Since<T> = readonly (T & { since: number })[]

/** What a photo costs, and its Web size; `null` is not sold. */
export type Asked = { pricePence: number; webPence: number | null }
export type Offered = {
  seller: UserId
  gallery: GalleryId
  prices: Since<Asked>
  /** When it became ready, and was taken away (milliseconds). */
  addedAt: number
  removedAt: number
  /** Not part of whole galleries that were bought before it came. */
  isExcepted: boolean
}
/** What a gallery offers for several photos, and for all of them. */
export type Terms = { steps: readonly PriceStep[]; wholePence: number | null; photoCount: number }

/** What a buyer asks for; of an upgrade also the list price that its Web size had. */
export type WishedPhoto = Wanted & { photoId: PhotoId; boughtPence?: number }
export type Wish = { items: readonly WishedPhoto[]; galleries: readonly GalleryId[] }

/** What the market offers and has offered, as whoever set it up knows it: the truth about prices, sellers and codes. */
export type Stall = {
  /** What is on sale now. */
  photos: PhotoId[]
  offered: Map<PhotoId, Offered>
  terms: Map<GalleryId, Since<Terms>>
  /** By the hash under which an order names it. */
  codes: Map<string, { terms: Code; maxUses: number }>
  /** By the buyer's address. */
  wishes: Map<string, Wish>
  /** When each stretch of chaos began (milliseconds), the oldest first. */
  begins: number[]
}

export const sellersOn = (stall: Stall): UserId[] => [
  ...new Set([...stall.offered.values()].map(({ seller }) => seller)),
]

export const termsNow = (stall: Stall, gallery: GalleryId): Terms =>
  stall.terms.get(gallery)?.at(-1) ?? { steps: [], wholePence: null, photoCount: 0 }

/** When whoever made an order then began to read, at the earliest: nobody reads before their stretch of chaos begins. */
export const begunBefore = ({ begins }: Stall, at: number): number => begins.findLast((begin) => begin <= at) ?? 0

/**
 * What could be read by whoever made an order then. Between reading and writing it may change, and the clock may jump by
 * days.
 */
const readable = <T>(stall: Stall, all: Since<T>, at: number): T[] =>
  all.filter((each, place) => each.since <= at && (all[place + 1]?.since ?? Infinity) >= begunBefore(stall, at))

export const termsAsked = (stall: Stall, gallery: GalleryId, at: number): Terms[] =>
  readable(stall, stall.terms.get(gallery) ?? [], at)

/** What could be asked for a wish when an order was made. */
export const pricesAsked = (stall: Stall, { photoId, size, boughtPence }: WishedPhoto, at: number): number[] => {
  const asked = readable(stall, stall.offered.get(photoId)?.prices ?? [], at)
  const found = asked.flatMap((each) => priceOf(each, size ?? 'original', boughtPence))
  return [...new Set(found)]
}

const priceOf = ({ pricePence, webPence }: Asked, size: PhotoSize, boughtPence: number | undefined): number[] => {
  if (boughtPence !== undefined) return [Math.max(0, pricePence - boughtPence)]
  if (size === 'original') return [pricePence]
  return webPence !== null && webPence < pricePence ? [webPence] : []
}

export const isWebSold = (stall: Stall, photoId: PhotoId): boolean => {
  const { pricePence = 0, webPence = null } = stall.offered.get(photoId)?.prices.at(-1) ?? {}
  return webPence !== null && webPence < pricePence
}
