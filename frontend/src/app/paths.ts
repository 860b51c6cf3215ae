import { generatePath, type PathParam, useParams } from 'react-router'

type Params<P extends string> = { readonly [K in PathParam<P>]: string }
type Args<P extends string> = [PathParam<P>] extends [never] ? [] : [params: Params<P>]

/** `path.gallery({ galleryId })` is an address, `path.gallery.pattern` its route. */
const path = <const P extends string>(pattern: P) =>
  Object.assign((...[params]: Args<P>): string => fill(pattern, params), { pattern })
const fill = (pattern: string, params: Readonly<Record<string, string>> | undefined) =>
  generatePath(pattern, params ?? {})

/** Every address of the site. Links come from here. */
export const paths = {
  home: path('/'),
  auth: path('/auth'),
  browse: path('/browse'),
  gallery: path('/gallery/:galleryId'),
  proof: path('/proof/:token'),
  cart: path('/cart'),
  purchaseSuccess: path('/purchase-success'),
  dashboard: path('/dashboard'),
  upload: path('/upload'),
  profile: path('/profile'),
  settings: path('/settings'),
  portfolio: path('/:subdomain'),
  portfolioGallery: path('/:subdomain/:slug'),
} as const

/** Sections of the landing page that the navigation scrolls to. */
export const landingSections = { features: 'features', pricing: 'pricing', faq: 'faq' } as const

/** The parameters of the route that a page is shown for; an absent one is the empty string, which no id matches. */
export function useParamsOf<P extends string>(route: { readonly pattern: P }): Params<P>
export function useParamsOf({ pattern }: { readonly pattern: string }): Record<string, string> {
  const params = useParams()
  return Object.fromEntries([...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, params[name] ?? '']))
}
