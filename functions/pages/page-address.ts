import { GalleryId } from '#schema/ids.ts'
import { canBePageName } from '#schema/page-names.ts'
import { firstSegment, paths } from '#schema/paths.ts'
import { appSegments, pageParameters } from '#schema/served-pages.ts'

/** Which page an address names. The router of the application reads the same list (`schema/paths.ts`). */
export type PageName =
  | { readonly kind: 'landing' }
  | { readonly kind: 'browse' }
  | { readonly kind: 'gallery'; readonly galleryId: string }
  | { readonly kind: 'portfolio'; readonly subdomain: string; readonly before?: GalleryId }
  | { readonly kind: 'portfolio-gallery'; readonly subdomain: string; readonly slug: string }
  /** Drawn in the browser alone: the cart, the dashboard. */
  | { readonly kind: 'app' }
  | { readonly kind: 'unknown' }

const app: ReadonlySet<string> = new Set(appSegments)
const browse = firstSegment(paths.browse)
const gallery = firstSegment(paths.gallery)

type Parameters = Readonly<Record<string, string | undefined>>

/** @param query What else the address says: a portfolio's further pages are pages of their own. */
export const pageOf = (address: string, query: Parameters = {}): PageName => {
  const segments = decoded(address)
  if (!segments) return { kind: 'unknown' }
  const [first, second, ...rest] = segments
  if (first === undefined) return { kind: 'landing' }
  if (rest.length > 0) return { kind: 'unknown' }
  if (first === browse && second === undefined) return { kind: 'browse' }
  if (first === gallery && second !== undefined) return { kind: 'gallery', galleryId: second }
  if (app.has(first.toLowerCase())) return { kind: 'app' }
  if (!canBePageName(first)) return { kind: 'unknown' }
  return second === undefined
    ? { kind: 'portfolio', subdomain: first, ...placeIn(query) }
    : { kind: 'portfolio-gallery', subdomain: first, slug: second }
}

const placeIn = ({ before }: Parameters): { before?: GalleryId } => {
  const { data } = GalleryId.safeParse(before)
  return data === undefined ? {} : { before: data }
}

const decoded = (address: string): string[] | undefined => {
  try {
    return address.replace(/^\/|\/$/g, '') === ''
      ? []
      : address
          .replace(/^\/|\/$/g, '')
          .split('/')
          .map(decodeURIComponent)
  } catch {
    return undefined
  }
}

/** Whether the query asks for something else than what comes as HTML: a search, a sort, the third page of photos. */
export const asksForMore = (query: Parameters): boolean =>
  pageParameters.some((name) => name !== 'before' && (query[name] ?? '') !== '')
