import { GalleryId } from '#schema/ids.ts'
import { canBePageName } from '#schema/page-names.ts'
import { addresses, firstSegment, paths } from '#schema/paths.ts'
import { appSegments, pageParameters } from '#schema/served-pages.ts'

/** Which page an address names. The router of the application reads the same list (`schema/paths.ts`). */
export type PageName =
  | { readonly kind: 'landing' }
  | { readonly kind: 'browse' }
  | { readonly kind: 'gallery'; readonly galleryId: string }
  | { readonly kind: 'auth'; readonly tab: 'sign-in' | 'sign-up' }
  | { readonly kind: 'portfolio'; readonly subdomain: string; readonly before?: GalleryId }
  | { readonly kind: 'portfolio-gallery'; readonly subdomain: string; readonly slug: string }
  /** Drawn in the browser alone: the cart, the dashboard. */
  | { readonly kind: 'app' }
  | { readonly kind: 'unknown' }

const app: ReadonlySet<string> = new Set(appSegments)
const browse = firstSegment(paths.browse)
const gallery = firstSegment(paths.gallery)
const auth = firstSegment(paths.auth)

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
  // The router takes its own addresses in capitals as well.
  if (first.toLowerCase() === auth && second === undefined)
    return { kind: 'auth', tab: query.tab === 'sign-up' ? 'sign-up' : 'sign-in' }
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

/** What of a query `pageOf` has read. */
const readParameters: readonly string[] = ['before', 'tab']

/**
 * Whether the query asks for something else than what comes as HTML: a search, a sort, the third page of photos, a later
 * step of signing in.
 */
export const asksForMore = (query: Parameters): boolean =>
  pageParameters.some((name) => !readParameters.includes(name) && (query[name] ?? '') !== '')

/** The address as far as it decides what is drawn. */
export const drawnPath = (address: string, name: PageName): string => {
  if (name.kind === 'auth') return name.tab === 'sign-up' ? addresses.signUp() : paths.auth()
  return name.kind === 'portfolio' && name.before !== undefined
    ? addresses.portfolioBefore(name.subdomain, name.before)
    : address
}
