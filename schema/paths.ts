type ParamName<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<Rest>
  : P extends `${string}:${infer Name}`
    ? Name
    : never
export type PathParams<P extends string> = { readonly [K in ParamName<P>]: string }
type Args<P extends string> = [ParamName<P>] extends [never] ? [] : [params: PathParams<P>]

/** `path.gallery({ galleryId })` is an address, `path.gallery.pattern` its route in the router's notation. */
const path = <const P extends string>(pattern: P) =>
  Object.assign((...[params]: Args<P>): string => fill(pattern, params), { pattern })
const fill = (pattern: string, params: Readonly<Record<string, string>> = {}): string =>
  pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))

/**
 * The path of every page of the site. It is used by the router, by links in pages and mails, by the return addresses
 * given to Stripe, by the server-rendered pages, by the CDN, and by the list of names that photographers cannot choose.
 */
export const paths = {
  home: path('/'),
  auth: path('/auth'),
  browse: path('/browse'),
  gallery: path('/gallery/:galleryId'),
  favourites: path('/favourites/:galleryId'),
  proof: path('/proof/:token'),
  cart: path('/cart'),
  purchaseSuccess: path('/purchase-success'),
  dashboard: path('/dashboard'),
  codes: path('/dashboard/codes'),
  favouritesLists: path('/dashboard/favourites'),
  activity: path('/dashboard/activity/:galleryId'),
  upload: path('/upload'),
  profile: path('/profile'),
  settings: path('/settings'),
  /** Of whose mails an address has enough, and whether it is its owner's: links in mails. */
  mailChoices: path('/mail/:token'),
  confirmAddress: path('/mail/confirm/:token'),
  terms: path('/terms'),
  privacy: path('/privacy'),
  contact: path('/contact'),
  portfolio: path('/:subdomain'),
  portfolioGallery: path('/:subdomain/:slug'),
} as const

/** The part of an address that says which page it is; empty where that is a photographer's own name. */
export const firstSegment = ({ pattern }: { readonly pattern: string }): string =>
  /^\/([^/:]+)/.exec(pattern)?.[1] ?? ''

/** First path segments that are never a photographer's page name. */
export const reservedSegments: readonly string[] = [
  ...new Set(
    Object.values(paths)
      .map(firstSegment)
      .filter((segment) => segment !== ''),
  ),
  'admin',
  'api',
]

/** Reserved as well, since files of the site and of galleries are served below them. */
export const servedSegments = ['media', 'files', 'logos', 'assets', 'sitemaps'] as const

/** Sections of the landing page that the navigation scrolls to. */
export const landingSections = { features: 'features', pricing: 'pricing', faq: 'faq' } as const

export const dashboardTabs = ['overview', 'balance', 'galleries', 'proofing', 'settings'] as const
export type DashboardTab = (typeof dashboardTabs)[number]

/** What the page of an order reads of its address (specification, section 9). */
export const orderParameters = { session: 'session_id', order: 'order_id', isFree: 'free_order' } as const

/** What the cart's page reads of its address. */
export const keptCartParameter = 'kept'

/** Addresses with a query. What they are given stands there as it is: names of ours and of Stripe, without blanks. */
export const addresses = {
  /** Where photographers begin: the form for a new account, of the page that has both. */
  signUp: (): string => `${paths.auth()}?tab=sign-up`,
  dashboardTab: (tab: DashboardTab): string =>
    tab === 'overview' ? paths.dashboard() : `${paths.dashboard()}?tab=${tab}`,
  /** The photos of an own gallery; with a photo, the form that changes it. */
  ownPhotos: (galleryId: string, photoId?: string): string =>
    `${addresses.dashboardTab('galleries')}&gallery=${galleryId}${photoId === undefined ? '' : `&edit=${photoId}`}`,
  gallerySettings: (galleryId: string): string => `${addresses.dashboardTab('galleries')}&settings=${galleryId}`,
  /** What is in a payout, above one’s sales. */
  payout: (payoutId: string): string => `${addresses.dashboardTab('balance')}&payout=${payoutId}`,
  /** What a client chose in a review, as its photographer sees it. */
  proofSession: (sessionId: string): string => `${addresses.dashboardTab('proofing')}&session=${sessionId}`,
  uploadTo: (galleryId: string): string => `${paths.upload()}?gallery=${galleryId}`,
  /** Favourites that somebody shares. */
  sharedFavourites: (galleryId: string, favouritesId: string): string =>
    `${paths.favourites({ galleryId })}?list=${favouritesId}`,
  /** What visitors sent to a photographer of one gallery; with a list, that one. */
  favouritesOfGallery: (galleryId: string): string => `${paths.favouritesLists()}?gallery=${galleryId}`,
  favouritesList: (galleryId: string, listId: string): string =>
    `${addresses.favouritesOfGallery(galleryId)}&list=${listId}`,
  photo: (galleryId: string, photoId: string): string => `${paths.gallery({ galleryId })}?photo=${photoId}`,
  /** The galleries of a portfolio that were made before one of them. */
  portfolioBefore: (subdomain: string, galleryId: string): string =>
    `${paths.portfolio({ subdomain })}?before=${galleryId}`,
  /** What a mail program calls by itself when somebody presses its own “Unsubscribe” (RFC 8058). */
  oneClick: (token: string): string => `/api/mail-choices/${token}/unsubscription`,
  /** A cart that was left, by the link of a mail. */
  keptCart: (token: string): string => `${paths.cart()}?${keptCartParameter}=${token}`,
  search: (term: string): string => `${paths.browse()}?q=${term}`,
  /** The page of an order, for good: whoever has the address may download. */
  paidOrder: (sessionId: string): string => `${paths.purchaseSuccess()}?${orderParameters.session}=${sessionId}`,
  freeOrder: (orderId: string): string =>
    `${paths.purchaseSuccess()}?${orderParameters.isFree}=true&${orderParameters.order}=${orderId}`,
} as const
