import { generateKeyPairSync } from 'node:crypto'
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { getSalesAnalytics } from '#functions/analytics/get-sales-analytics.ts'
import { cartReader } from '#functions/checkout/cart.ts'
import { cartStore } from '#functions/checkout/cart-store.ts'
import { checkout } from '#functions/checkout/checkout.ts'
import { confirmOrder } from '#functions/checkout/confirm-order.ts'
import { idempotencyStore } from '#functions/checkout/idempotency-store.ts'
import { codeReader } from '#functions/checkout/redeem-code.ts'
import { sameCart } from '#functions/checkout/same-cart.ts'
import { browseGalleries } from '#functions/galleries/browse-galleries.ts'
import { downloadStore } from '#functions/galleries/download-store.ts'
import { galleryAccess } from '#functions/galleries/gallery-access.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { getGallery } from '#functions/galleries/get-gallery.ts'
import { getLikeState } from '#functions/galleries/get-like-state.ts'
import { listGalleryPhotos } from '#functions/galleries/list-gallery-photos.ts'
import { listMyGalleries } from '#functions/galleries/list-my-galleries.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { recordView } from '#functions/galleries/record-view.ts'
import { tableSearch } from '#functions/galleries/search-galleries.ts'
import { setFavourite } from '#functions/galleries/set-favourite.ts'
import { toggleLike } from '#functions/galleries/toggle-like.ts'
import { discountStore } from '#functions/orders/discount-store.ts'
import { linesAheadStore } from '#functions/orders/lines-ahead-store.ts'
import { orderStore } from '#functions/orders/order-store.ts'
import { pointerStore } from '#functions/orders/pointer-store.ts'
import { convergeOrder } from '#functions/payments/converge.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import type { Payments } from '#functions/payments/payments.ts'
import { soldDayStore } from '#functions/payments/sold-day-store.ts'
import { getPortfolio } from '#functions/portfolio/get-portfolio.ts'
import { getPortfolioGallery } from '#functions/portfolio/get-portfolio-gallery.ts'
import { pageNameStore } from '#functions/profiles/page-name-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { standingOf } from '#functions/profiles/trial-rules.ts'
import { decideProof } from '#functions/proofing/decide-proofs.ts'
import { getProofSession } from '#functions/proofing/get-proof-session.ts'
import { openReviews } from '#functions/proofing/open-review.ts'
import { proofStore } from '#functions/proofing/proof-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { idMaker, systemRandom } from '#functions/shared/ids/ids.ts'
import { mediaLinks } from '#functions/shared/media-links/media-links.ts'
import { gallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import { signer } from '#functions/shared/signing/signer.ts'
import { cursors } from '#functions/shared/table/cursors.ts'
import { dynamoTable } from '#functions/shared/table/table.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { throttle } from '#functions/shared/throttle/throttle.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { api } from '#schema/api/all.ts'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { limits } from '#schema/limits.ts'
import { minimumChargePence } from '#schema/money.ts'
import { httpEvent, lambdaContext } from '#test/support/http/event.ts'
import { sessionOf } from '#test/support/http/session.ts'
import { silent } from '#test/support/market/market-parts.ts'
import { fakeStripe } from '#test/support/payments/fake-stripe.ts'
import { catalogueTime, iris, tableName } from './catalogue.ts'

const siteUrl = 'https://darkslide.test'
/** Nobody is refused here, however often a visit is repeated. */
const unbounded = 1_000_000

const { privateKey: privateKeyPem } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})

type Sent = {
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  isIris?: boolean
}
/** Prepares a visit, and gives the part of it that is measured. */
export type Visit = () => Promise<() => Promise<unknown>>

type Around = {
  readonly now: Clock
  /** Widens every throttle. */
  readonly throttleScale: number
  /** What stands between the functions and the card provider. */
  readonly paced: (payments: Payments) => Payments
}

/**
 * The operations of the live entries behind `serve`, called with events as API Gateway sends them, on any table that holds
 * a market of `catalogue.ts`. The card provider and the secrets are in memory.
 */
export const callsTo = (
  table: Table,
  { now = () => catalogueTime, throttleScale = unbounded, paced = (payments) => payments }: Partial<Around> = {},
) => {
  const keys = signer(async () => ({ current: 'k'.repeat(43), previous: null }))
  const stripe = fakeStripe(now)
  const profiles = profileStore(table)
  const orders = orderStore(table)
  const settling = {
    orders,
    ahead: linesAheadStore(table),
    pointers: pointerStore(table),
    discounts: discountStore(table, async () => 'FIRST-LIGHT'),
    payments: paced(stripe.payments),
    ids: idMaker(now, systemRandom),
    now,
    stage: 'test',
    siteUrl,
    log: silent,
  }
  const stores = { galleries: galleryStore(table), photos: photoStore(table), proofs: proofStore(table), profiles }
  const access = galleryAccess({ signer: keys, now, isReviewOpen: openReviews({ ...stores, now }) })
  const sessions = gallerySessions({ signer: keys, random: systemRandom, now })
  const throttled = throttle(table, now, () => throttleScale)
  const parts = {
    ...settling,
    ...stores,
    access,
    pageNames: pageNameStore(table),
    earnings: earningStore(table),
    soldDays: async () => soldDayStore(table),
    downloads: downloadStore(table),
    send: async () => {},
    random: systemRandom,
    converge: convergeOrder(settling),
    requests: idempotencyStore(table),
    readCart: cartReader({ ...stores, orders: settling.orders, access, now }),
    findSameCart: sameCart({
      carts: cartStore(table),
      orders: settling.orders,
      discounts: settling.discounts,
      converge: convergeOrder(settling),
      now,
    }),
    readCode: codeReader({
      orders,
      discounts: discountStore(table, async () => 'FIRST-LIGHT'),
      sessions,
      throttle: throttled,
      now,
    }),
    sessions,
    cursors: cursors(keys),
    minimumOrder: () => minimumChargePence,
    links: mediaLinks({ siteUrl, keyPairId: 'K2JCJMDEHXQW5F', privateKeyPem: async () => privateKeyPem }, now),
    throttle: throttled,
  }
  const gate = {
    verifyToken: async () => iris.userId,
    standing: async (userId: typeof iris.userId) => {
      const profile = await profiles.find(userId)
      return profile ? standingOf(profile, now()) : ('closed' as const)
    },
    cameThroughFront: async () => true,
    countUnreadable: async () => {},
  }

  const call = <E extends Endpoint>(endpoint: E, operation: Operation<E>) => {
    const handler = serve<{ it: E }>({ name: 'visits', endpoints: { it: endpoint } }, () => ({ it: operation }), {
      gate: () => gate,
      log: silent,
    })
    return async ({ isIris, headers = {}, ...sent }: Sent = {}): Promise<unknown> => {
      const event = httpEvent({
        method: endpoint.method,
        route: `/api${endpoint.path}`,
        ...sent,
        headers: { ...headers, ...(isIris && { authorization: 'Bearer a.b.c' }) },
      })
      const { statusCode, body = '' } = await handler(event, lambdaContext())
      if (statusCode !== 200) throw new Error(`${endpoint.method} ${endpoint.path} answered ${statusCode}: ${body}`)
      return JSON.parse(body)
    }
  }
  const { galleries, profiles: pages, orders: sales, proofing, analytics } = api
  const browse = call(galleries.endpoints.browse, browseGalleries({ ...parts, search: tableSearch(parts.galleries) }))
  const gallery = call(galleries.endpoints.get, getGallery(parts))
  const photos = call(galleries.endpoints.listPhotos, listGalleryPhotos(parts))
  const likeState = call(galleries.endpoints.likeState, getLikeState(parts))
  const like = call(galleries.endpoints.toggleLike, toggleLike(parts))
  const heart = call(galleries.endpoints.setFavourite, setFavourite(parts))
  const view = call(galleries.endpoints.recordView, recordView(parts))
  const mine = call(galleries.endpoints.mine, listMyGalleries(parts))
  const portfolio = call(pages.endpoints.portfolio, getPortfolio(parts))
  const portfolioGallery = call(pages.endpoints.portfolioGallery, getPortfolioGallery(parts))
  const openCheckout = call(sales.endpoints.checkout, checkout(parts))
  const confirm = call(
    sales.endpoints.confirm,
    confirmOrder({ ...parts, files: { fileFor: async () => ({ key: 'files/none', format: 'jpeg' }) } } as Parameters<
      typeof confirmOrder
    >[0]),
  )
  const proofPage = call(proofing.endpoints.get, getProofSession(parts))
  const decide = call(proofing.endpoints.decide, decideProof({ ...parts, siteUrl: () => siteUrl }))
  const yearOfSales = call(analytics.endpoints.sales, getSalesAnalytics(parts))

  return {
    browse,
    gallery,
    photos,
    likeState,
    like,
    heart,
    view,
    mine,
    portfolio,
    portfolioGallery,
    openCheckout,
    confirm,
    proofPage,
    decide,
    yearOfSales,
    /** What they are made of, and how another operation is called the same way. */
    parts,
    stripe,
    call,
  }
}

/** What people do, each as one call that is measured. */
export const visitsTo = (client: DynamoDBClient) => {
  const { stripe, ...calls } = callsTo(dynamoTable(tableName, client))
  const { browse, gallery, photos, likeState, like, heart, view, mine, portfolio, portfolioGallery } = calls
  const { openCheckout, confirm, proofPage, decide, yearOfSales } = calls

  let count = 0
  const next = () => String(++count).padStart(10, '0')
  const session = () => ({ 'x-gallery-session': sessionOf(next()) })
  const params = { galleryId: iris.galleryIds[0] ?? '' }
  const simply =
    (run: () => Promise<unknown>): Visit =>
    async () =>
      run
  const after = (page: unknown): Record<string, string> => ({
    cursor: String((page as { nextCursor?: string }).nextCursor),
  })

  const buy = (photoIds: readonly string[]) =>
    openCheckout({
      headers: { 'idempotency-key': `visit-checkout-${next()}`, ...session() },
      body: {
        items: photoIds.map((photoId) => ({ photoId })),
        consent: deliveryConsent.version,
        customer: { name: 'Ada Buyer', email: 'ada@example.com' },
      },
    })
  const paid = async () => {
    const { orderId } = (await buy(iris.photoIds.first.slice(0, 3))) as { orderId: string }
    const sessionId = stripe.sessions().find((each) => each.orderId === orderId)?.id ?? ''
    stripe.pay(sessionId)
    return sessionId
  }
  const { token } = iris.proof
  let decisions = 0
  let unordered = 4

  return {
    'landing page': simply(() => browse({ query: { sort: 'newest', limit: String(limits.gallery.featured) } })),
    'browse newest': simply(() => browse()),
    'browse oldest': simply(() => browse({ query: { sort: 'oldest' } })),
    'browse price_low': simply(() => browse({ query: { sort: 'price_low' } })),
    'browse price_high': simply(() => browse({ query: { sort: 'price_high' } })),
    'browse popular': simply(() => browse({ query: { sort: 'popular' } })),
    'browse price_low, £5 to £20': simply(() =>
      browse({ query: { sort: 'price_low', minPence: '500', maxPence: '2000' } }),
    ),
    'browse newest, £5 to £20': simply(() => browse({ query: { sort: 'newest', minPence: '500', maxPence: '2000' } })),
    'browse newest, second page': async () => {
      const query = after(await browse())
      return () => browse({ query })
    },
    'search, one word': simply(() => browse({ query: { q: iris.word } })),
    'search, two words': simply(() => browse({ query: { q: `${iris.word} iris`, sort: 'price_low' } })),
    'search, a word of all others': simply(() => browse({ query: { q: 'lightwork' } })),
    'gallery: its page': simply(() => gallery({ params })),
    'gallery: first 20 photos': simply(() => photos({ params })),
    'gallery: next 20 photos': async () => {
      const query = after(await photos({ params }))
      return () => photos({ params, query })
    },
    'gallery: whether liked': simply(() => likeState({ params, headers: session() })),
    view: simply(() => view({ params, headers: session() })),
    like: simply(() => like({ params, headers: session() })),
    heart: simply(() =>
      heart({
        params: { ...params, photoId: iris.photoIds.first[0] ?? '' },
        headers: session(),
        body: { isFavourite: true },
      }),
    ),
    unlike: async () => {
      const headers = session()
      await like({ params, headers })
      return () => like({ params, headers })
    },
    portfolio: simply(() => portfolio({ params: { subdomain: iris.pageName } })),
    'portfolio: one gallery': simply(() => portfolioGallery({ params: { subdomain: iris.pageName, slug: iris.slug } })),
    'proof page': simply(() => proofPage({ params: { token } })),
    'proof decision': simply(() => {
      decisions += 1
      return decide({
        params: { token, photoId: iris.photoIds.first[0] ?? '' },
        body: { status: decisions % 2 === 0 ? 'maybe' : 'rejected' },
      })
    }),
    'checkout of 10 photos of 3 galleries': async () => {
      const photoIds = [
        ...iris.photoIds.first.slice(0, 4),
        ...iris.photoIds.second.slice(0, 3),
        ...iris.photoIds.third.slice(0, 3),
      ]
      await buy(photoIds)
      return () => buy(photoIds)
    },
    'checkout of 2 photos that nobody has ordered before': async () => {
      const photoIds = iris.photoIds.first.slice(unordered, unordered + 2)
      unordered += 2
      return () => buy(photoIds)
    },
    'order confirmed': async () => {
      const sessionId = await paid()
      return () => confirm({ body: { sessionId } })
    },
    'order seen again': async () => {
      const sessionId = await paid()
      await confirm({ body: { sessionId } })
      return () => confirm({ body: { sessionId } })
    },
    'dashboard overview': simply(() => mine({ isIris: true })),
    'analytics of a year': simply(() => yearOfSales({ isIris: true, query: { window: 'year' } })),
  } satisfies Record<string, Visit>
}
export type VisitName = keyof ReturnType<typeof visitsTo>
