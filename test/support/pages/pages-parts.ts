import { browseGalleries } from '#functions/galleries/browse-galleries.ts'
import { getGallery } from '#functions/galleries/get-gallery.ts'
import { listGalleryPhotos } from '#functions/galleries/list-gallery-photos.ts'
import type { BuiltSite } from '#functions/pages/built-site.ts'
import { loadPage } from '#functions/pages/load-page.ts'
import { servePages } from '#functions/pages/serve-pages.ts'
import { getPortfolio } from '#functions/portfolio/get-portfolio.ts'
import { getPortfolioGallery } from '#functions/portfolio/get-portfolio-gallery.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { savePageName } from '#functions/profiles/save-page-name.ts'
import { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { pageAddressHeader } from '#schema/served-pages.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

export const siteUrl = 'https://darkslide.test'

/** As the build leaves it, as far as pages care. */
const html = `<!doctype html><html><head><meta charset="utf-8"><!-- head --><title>Built</title><!-- /head -->
<style>@font-face{font-family:Figtree;src:url(/assets/figtree-1.woff2)format("woff2");unicode-range:U+20-7E}@font-face{font-family:Sans at hand;src:local(Arial);size-adjust:100.7%}</style>
<script type="module" crossorigin src="/assets/start-1.js" async></script>
<link rel="manifest" href="/site.webmanifest">
<link rel="modulepreload" crossorigin href="/assets/index-1.js">
<link rel="preload" href="/assets/newsreader-1.woff2" as="font" type="font/woff2" crossorigin />
<link rel="preload" href="/assets/figtree-1.woff2" as="font" type="font/woff2" crossorigin></head><body><div id="root"></div></body></html>`

type Market = {
  galleries?: readonly Gallery[]
  photos?: readonly Photo[]
  profile?: Partial<Profile>
  /** The typefaces that the components draw with. */
  fonts?: readonly string[]
  /** Links that the components put into the head. */
  links?: string
  /** A fault of the components. */
  cannotDraw?: boolean
}
type Asking = { query?: Record<string, string>; headers?: Record<string, string> }

/** The pages' function over a market in memory, with a plain drawing in place of the components. */
export const pagesParts = async ({
  galleries = [],
  photos = [],
  profile = {},
  fonts = [],
  links = '',
  cannotDraw,
}: Market = {}) => {
  const market = marketParts()
  await market.profiles.create(aProfile({ subdomain: null, ...profile }))
  await savePageName(market)(
    request(api.profiles.endpoints.savePageName, { body: { name: 'iris' }, caller: userIdOf(1) }),
  )
  for (const gallery of galleries) {
    await market.galleries.create(gallery, { at: new Date(0), owner: profileUnchanged(aProfile(profile)) })
  }
  for (const photo of photos) await market.photos.create(photo)
  market.requests.length = 0

  const drawn: string[] = []
  const built: BuiltSite = {
    html,
    preloads: { gallery: ['assets/gallery-page-1.js'] },
    render: async ({ path }) => {
      if (cannotDraw) throw new Error('no such component')
      drawn.push(path)
      return { html: '<main>drawn</main>', styles: '<style id="first-styles">a{}</style>', links, fonts }
    },
  }
  const errors: string[] = []
  const parts = {
    ...market,
    load: loadPage({
      browse: browseGalleries(market),
      gallery: getGallery(market),
      photos: listGalleryPhotos(market),
      portfolio: getPortfolio(market),
      portfolioGallery: getPortfolioGallery(market),
      galleries: market.galleries,
      siteUrl,
      now: market.now,
    }),
    site: async () => built,
    siteUrl,
    stage: 'prod',
    log: { info: () => {}, warn: () => {}, error: (message: string) => void errors.push(message) },
    cameThroughFront: async (header: string | undefined) => header === 'front',
  }
  const serve = servePages(parts)
  const ask = async (
    routeKey: string,
    { query, headers = {}, method = 'GET', ...event }: Asking & { pathParameters?: object; method?: string } = {},
  ) => {
    const answer = await serve({
      routeKey,
      headers: { 'x-origin-verify': 'front', ...headers },
      ...(query && { queryStringParameters: query }),
      pathParameters: { ...event.pathParameters },
      requestContext: { http: { method } },
    })
    return { status: answer.statusCode, headers: answer.headers ?? {}, body: answer.body ?? '' }
  }
  return {
    ...parts,
    drawn,
    errors,
    ask,
    page: (address: string, { query, headers }: Asking = {}) =>
      ask('GET /index.html', { ...(query && { query }), headers: { [pageAddressHeader]: address, ...headers } }),
  }
}
