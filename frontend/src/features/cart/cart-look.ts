import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import * as z from 'zod'
import { endpointKey } from '#frontend/shared/api/query-keys.ts'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { galleries } from '#schema/api/galleries.ts'
import { profiles } from '#schema/api/profiles.ts'
import { proofing } from '#schema/api/proofing.ts'
import { BrandPaint } from '#schema/entities/brand.ts'

type GalleryAnswer = ResponseOf<typeof galleries.endpoints.get>
type PortfolioAnswer = ResponseOf<typeof profiles.endpoints.portfolioGallery>
type ReviewAnswer = InfiniteData<ResponseOf<typeof proofing.endpoints.get>>

/** What the pages of this visit, from which photos come into the cart, were told of their galleries. */
const toldIn = (queries: QueryClient): Map<string, BrandPaint | null> => {
  const told = new Map<string, BrandPaint | null>()
  for (const [, page] of queries.getQueriesData<GalleryAnswer>({ queryKey: endpointKey(galleries.endpoints.get) }))
    if (page?.state === 'open') told.set(page.gallery.id, page.gallery.brand)
  const portfolioKey = endpointKey(profiles.endpoints.portfolioGallery)
  for (const [, page] of queries.getQueriesData<PortfolioAnswer>({ queryKey: portfolioKey }))
    if (page) told.set(page.gallery.id, page.brand)
  for (const [, review] of queries.getQueriesData<ReviewAnswer>({ queryKey: endpointKey(proofing.endpoints.get) }))
    for (const { session } of review?.pages ?? []) told.set(session.galleryId, session.brand)
  return told
}

const storageKey = 'cart_look'
/** Read as strictly as an answer: it goes into a style sheet. */
const Kept = z.object({ galleryIds: z.array(z.string()), brand: BrandPaint })

const readKept = () => {
  try {
    return Kept.safeParse(JSON.parse(localStorage.getItem(storageKey) ?? 'null')).data
  } catch {
    // Unreadable or forbidden storage: the look comes with the prices.
    return undefined
  }
}

/** Keeps what the server said of a cart, for when it is opened again; `null` is the look of the site. */
export const keepCartLook = (items: readonly CartItem[], brand: BrandPaint | null) => {
  try {
    const galleryIds = [...new Set(items.map(({ galleryId }) => galleryId))]
    if (brand) localStorage.setItem(storageKey, JSON.stringify({ galleryIds, brand }))
    else localStorage.removeItem(storageKey)
  } catch {
    // A browser that keeps nothing more.
  }
}

/** The look that is known for everything in a cart; `null`, the site's, where it is not known, or not one for all of it. */
export const cartLookOf = (items: readonly CartItem[], queries: QueryClient): BrandPaint | null => {
  const told = toldIn(queries)
  const kept = readKept()
  const lookOf = ({ galleryId }: CartItem) =>
    told.get(galleryId) ?? (told.has(galleryId) || !kept?.galleryIds.includes(galleryId) ? null : kept.brand)
  const [first = null, ...others] = items.map(lookOf)
  const isOfOne = new Set(items.map(({ photographerName }) => photographerName)).size === 1
  return isOfOne && others.every((other) => JSON.stringify(other) === JSON.stringify(first)) ? first : null
}
