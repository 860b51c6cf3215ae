import * as z from 'zod'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { limits } from '#schema/limits.ts'
import { Pence } from '#schema/money.ts'
import { BoughtLine, PhotoSize } from '#schema/web-size.ts'

/**
 * A photo in the cart, as it is kept in the browser. The price is what the buyer saw; the server prices every quote
 * and checkout itself. All but `photo_id`, `title` and `price` may be absent: carts of an earlier form had only these.
 */
export const StoredItem = z.object({
  id: z.string().optional(),
  photo_id: z.string(),
  title: z.string(),
  /** Pounds. */
  price: z.number().min(0),
  gallery_id: z.string().default(''),
  gallery_title: z.string().default(''),
  photographer_name: z.string().default(''),
  image_url: z.string().default(''),
  from_review: z.boolean().default(false),
  /** Carts of before had Originals alone; whatever else stands there is one too. */
  size: PhotoSize.default('original').catch('original'),
  upgrade_of: BoughtLine.optional().catch(undefined),
  has_web: z.boolean().default(false).catch(false),
  excepted_since: z.string().optional().catch(undefined),
  whole: z.boolean().default(false),
})

export type CartItem = {
  /** Of a gallery that is bought as a whole, the gallery's id. */
  photoId: string
  title: string
  pricePence: Pence
  galleryId: string
  galleryTitle: string
  photographerName: string
  imageUrl: string
  /** Its private gallery was opened by the link of a review. */
  isFromReview?: boolean
  /** The Original where it is not said. */
  size?: PhotoSize
  /** The Web size that was bought, of which this Original is the upgrade. */
  upgradeOf?: BoughtLine | undefined
  /** Its Web size was for sale when that was last heard of: the cart leaves room for a choice of sizes. */
  hasWeb?: boolean
  /** It is kept from who paid for the whole of its gallery before then. */
  exceptedSince?: string | undefined
  /** The whole gallery. */
  isWhole?: boolean
}

export const sizeOf = ({ size = 'original' }: Pick<CartItem, 'size'>): PhotoSize => size

type Whole = Pick<CartItem, 'galleryId' | 'galleryTitle' | 'photographerName'> & { wholePence: Pence }
/** A whole gallery as it goes into the cart. */
export const wholeItem = ({ wholePence, ...gallery }: Whole): CartItem => ({
  ...gallery,
  photoId: gallery.galleryId,
  title: `Whole gallery: ${gallery.galleryTitle}`,
  pricePence: wholePence,
  imageUrl: '',
  isWhole: true,
})

/** Photos of a gallery that its whole has as well: not an upgrade, which is of what was bought before. */
export const isInWhole = ({ galleryId, isWhole, upgradeOf }: CartItem, ofGallery: string): boolean =>
  galleryId === ofGallery && !isWhole && upgradeOf === undefined

/** What is bought one by one, and the galleries that are bought as a whole. */
export const photosOf = (items: readonly CartItem[]): CartItem[] => items.filter(({ isWhole }) => !isWhole)
export const wholesOf = (items: readonly CartItem[]): CartItem[] => items.filter(({ isWhole }) => isWhole)

/** As the server is asked for it. */
export const askOf = (item: CartItem) => ({
  photoId: item.photoId,
  size: sizeOf(item),
  ...(item.upgradeOf && { upgradeOf: item.upgradeOf }),
})

export const fromStored = (stored: z.infer<typeof StoredItem>): CartItem => ({
  photoId: stored.photo_id,
  title: stored.title,
  pricePence: Pence.parse(Math.round(stored.price * 100)),
  galleryId: stored.gallery_id,
  galleryTitle: stored.gallery_title,
  photographerName: stored.photographer_name,
  imageUrl: stored.image_url,
  isFromReview: stored.from_review,
  size: stored.size,
  ...(stored.upgrade_of && { upgradeOf: stored.upgrade_of }),
  hasWeb: stored.has_web,
  exceptedSince: stored.excepted_since,
  isWhole: stored.whole,
})

export const toStored = (item: CartItem): z.input<typeof StoredItem> => ({
  id: `cart-${item.photoId}`,
  photo_id: item.photoId,
  title: item.title,
  price: item.pricePence / 100,
  gallery_id: item.galleryId,
  gallery_title: item.galleryTitle,
  photographer_name: item.photographerName,
  image_url: item.imageUrl,
  ...(item.isFromReview && { from_review: true }),
  ...(sizeOf(item) === 'web' && { size: 'web' as const }),
  ...(item.upgradeOf && { upgrade_of: item.upgradeOf }),
  ...(item.hasWeb && { has_web: true }),
  excepted_since: item.exceptedSince,
  ...(item.isWhole && { whole: true }),
})

/** A photo is in a cart at most once. */
export const hasPhoto = (items: readonly CartItem[], photoId: string) => items.some((item) => item.photoId === photoId)
const uniquePhotos = (items: readonly CartItem[]) =>
  items.filter((item, index) => items.findIndex((other) => other.photoId === item.photoId) === index)

/** What the browser kept. What cannot be read is only logged, and leaves the cart empty. */
export const parseCart = (text: string | null): CartItem[] => {
  if (text === null) return []
  try {
    return uniquePhotos(z.array(StoredItem).parse(JSON.parse(text)).map(fromStored))
  } catch (thrown) {
    logWarning('cart_restore_failed', { error: errorName(thrown) })
    return []
  }
}

/** What this browser keeps, as it stands there; on the server, which draws the same page for everybody, nothing. */
export const cartText = (): string | null =>
  typeof localStorage === 'undefined' ? null : localStorage.getItem(limits.cart.storageKey)
export const readCart = (): CartItem[] => parseCart(cartText())

/** Answers whether the browser has kept it. */
export const writeCart = (items: readonly CartItem[]): boolean => {
  try {
    localStorage.setItem(limits.cart.storageKey, JSON.stringify(items.map(toStored)))
    return true
  } catch (thrown) {
    logWarning('cart_not_kept', { error: errorName(thrown) })
    return false
  }
}

/** What another tab made of a cart, with what was done here to the same one: `base` is what both began with. */
export const mergeCarts = (
  base: readonly CartItem[],
  { ours, theirs }: { ours: readonly CartItem[]; theirs: readonly CartItem[] },
): CartItem[] => {
  const textOf = (item: CartItem) => JSON.stringify(toStored(item))
  const before = base.map(textOf)
  const changed = ours.filter((item) => !before.includes(textOf(item)))
  const all = [...theirs, ...changed].map((item) => changed.find(({ photoId }) => photoId === item.photoId) ?? item)
  // What both began with is in it as long as neither took it out.
  const isIn = ({ photoId }: CartItem) =>
    !hasPhoto(base, photoId) || (hasPhoto(ours, photoId) && hasPhoto(theirs, photoId))
  return uniquePhotos(all.filter(isIn))
}
