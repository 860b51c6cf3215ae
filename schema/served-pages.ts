import { firstSegment, paths, reservedSegments } from '#schema/paths.ts'

/**
 * Where CloudFront and the pages' function meet. A page's address is not a file: CloudFront asks for `/index.html` and
 * names the address in this header, so that the plain file is the answer where the function has none.
 */
export const pageAddressHeader = 'x-page-address'

/**
 * An answer of the pages' function names in this header what a phone held upright takes for the page's first picture: one
 * address, to an AVIF. CloudFront makes a `Link` of it for those phones (`lib/web/phone-picture.js`) and drops it for all
 * others, so that one copy of a page is kept for everybody.
 */
export const phonePictureHeader = 'x-phone-picture'
/** The windows of a phone held upright, in which a cover over the whole page is shown in its tall piece. */
export const uprightPhone = '(max-width: 30rem) and (max-aspect-ratio: 3/5)'

/** The template of a page that holds what its first picture goes before, links and typefaces; `start.ts` takes it out. */
export const laterLinksId = 'later-links'
/** An attribute of typefaces there that are fetched only where some text needs them. */
export const asNeeded = 'data-as-needed'

/** Addresses of the API Gateway that the function serves, in its notation. */
export const servedAddresses = {
  page: '/index.html',
  robots: '/robots.txt',
  sitemap: '/sitemap.xml',
  sitemapPart: '/sitemaps/{part}',
  picture: '/og/{picture}',
} as const

/**
 * What of a page's query decides what is shown; CloudFront keeps a copy for each value, and drops the rest. `state` comes
 * with Google's answer, whose code is dropped.
 */
export const pageParameters = [
  ...['sort', 'q', 'min', 'max', 'view', 'page', 'photo', 'set', 'number', 'before'],
  ...['tab', 'step', 'state'],
] as const

/** The pages whose first view comes as HTML, in the order in which their patterns are tried. */
export const publicPages = ['home', 'browse', 'gallery', 'auth', 'portfolio', 'portfolioGallery'] as const
export type PublicPage = (typeof publicPages)[number]

const publicSegments: readonly string[] = [...publicPages.map((name) => firstSegment(paths[name])), 'api']

/** First segments of the pages that are drawn in the browser alone: the cart, the dashboard. */
export const appSegments = reservedSegments.filter((segment) => !publicSegments.includes(segment))
