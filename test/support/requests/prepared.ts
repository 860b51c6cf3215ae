import type { api } from '#schema/api/all.ts'
import type { RequestOf } from '#schema/api/endpoint.ts'
import type { GalleryId, OrderId, PhotoId } from '#schema/ids.ts'
import { IdempotencyKey } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'

/** The objects that the prepared requests are about: all of one photographer, and one order of a buyer. */
export type World = {
  galleryId: GalleryId
  photoId: PhotoId
  orderId: OrderId
  sessionId: string
  pageName: string
  slug: string
}

type Api = typeof api
/** One request for every endpoint; the compiler asks for those that are missing. */
export type Prepared = {
  [S in keyof Api]: { [E in keyof Api[S]['endpoints']]: (world: World) => RequestOf<Api[S]['endpoints'][E]> }
}

const gallery = ({ galleryId }: World) => ({ params: { galleryId } })
const photo = ({ photoId }: World) => ({ params: { photoId } })
const buyer = { name: 'Hannah Price', email: 'hannah@example.com' }
const file = { fileName: 'a.jpg', contentType: 'image/jpeg', bytes: 1_000 }

export const prepared = {
  galleries: {
    browse: () => ({}),
    get: gallery,
    listPhotos: gallery,
    unlock: (world) => ({ ...gallery(world), body: { accessCode: 'x' } }),
    recordView: gallery,
    toggleLike: gallery,
    likeState: gallery,
    mine: () => ({}),
    getMine: gallery,
    ownerGrant: gallery,
    create: () => ({ body: { title: 'New' } }),
    update: (world) => ({ ...gallery(world), body: { version: 0, title: 'Other' } }),
    remove: gallery,
  },
  photos: {
    grantUpload: (world) => ({ ...gallery(world), body: file }),
    regrantUpload: photo,
    confirmUpload: photo,
    getMine: photo,
    listMine: gallery,
    update: (world) => ({ ...photo(world), body: { version: 0, title: 'Other' } }),
    remove: photo,
    downloadFree: (world) => ({ ...photo(world), body: { size: 'web' } }),
  },
  orders: {
    quote: ({ photoId }) => ({ body: { photoIds: [photoId] } }),
    checkout: ({ photoId }) => ({
      headers: { 'idempotency-key': IdempotencyKey.parse('prepared-request-0001') },
      body: { items: [{ photoId, pricePence: pence(1_500) }], customer: buyer },
    }),
    confirm: ({ sessionId }) => ({ body: { sessionId } }),
    get: ({ orderId }) => ({ params: { orderId } }),
    download: ({ orderId }) => ({ params: { orderId, line: 1 }, body: { size: 'original' } }),
  },
  payments: {
    stripeWebhook: () => ({ headers: { 'stripe-signature': 't=1,v1=00' } }),
    stripeConnectWebhook: () => ({ headers: { 'stripe-signature': 't=1,v1=00' } }),
  },
  payouts: {
    balance: () => ({}),
    sales: () => ({}),
    setUpAccount: () => ({}),
    request: () => ({}),
  },
  profiles: {
    me: () => ({}),
    update: () => ({ body: { version: 0, bio: 'Other' } }),
    checkPageName: () => ({ params: { name: 'free-name' } }),
    generatePageName: () => ({}),
    savePageName: () => ({ body: { name: 'another-name' } }),
    portfolio: ({ pageName }) => ({ params: { subdomain: pageName } }),
    portfolioGallery: ({ pageName, slug }) => ({ params: { subdomain: pageName, slug } }),
  },
} satisfies Prepared
