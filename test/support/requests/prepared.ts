import type { api } from '#schema/api/all.ts'
import type { Endpoint, RequestOf } from '#schema/api/endpoint.ts'
import { cartConsent, deliveryConsent } from '#schema/consent.ts'
import type { FavouritesId, FavouritesListId, GalleryId, OrderId, PhotoId, ProofSessionId } from '#schema/ids.ts'
import { IdempotencyKey } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'

/** The objects that the prepared requests are about: all of one photographer, one order of a buyer, one review. */
export type World = {
  galleryId: GalleryId
  /** On sale at £15. */
  photoId: PhotoId
  /** Costs nothing. */
  freePhotoId: PhotoId
  /** Its file never arrived. */
  pendingPhotoId: PhotoId
  /** A discount code of the photographer's own. */
  codeId: string
  /** What a visitor shares: one photo, on sale. */
  favouritesId: FavouritesId
  /** What a visitor sent to the photographer: the same photo. */
  favouritesListId: FavouritesListId
  orderId: OrderId
  sessionId: string
  pageName: string
  slug: string
  proofSessionId: ProofSessionId
  proofToken: string
  /** A link by which somebody decides of the photographer's mails. */
  mailToken: string
  /** A link by which somebody confirms an address. */
  confirmToken: string
  /** A link by which somebody opens a cart that they left. */
  cartToken: string
  /** A page name that nobody has yet, and a code. */
  freeName: string
  /** What an edit must have seen; those of the caller's own profile and of the objects above. */
  versions: { profile: number; gallery: number; photo: number; proof: number }
}

type Api = typeof api
type Request<E> = E extends Endpoint ? (world: World) => RequestOf<E> : never
/** One request for every endpoint; the compiler asks for those that are missing. */
export type Prepared = {
  [S in keyof Api]: { [E in keyof Api[S]['endpoints']]: Request<Api[S]['endpoints'][E]> }
}

const gallery = ({ galleryId }: World) => ({ params: { galleryId } })
const favouritesList = ({ galleryId, favouritesListId }: World) => ({ params: { galleryId, favouritesListId } })
const photo = ({ photoId }: World) => ({ params: { photoId } })
const proof = ({ proofSessionId }: World) => ({ params: { proofSessionId } })
const review = ({ proofToken }: World) => ({ params: { token: proofToken } })
const buyer = { name: 'Hannah Price', email: 'hannah@example.com' }
/** A PNG of 64 by 24 pixels, of one colour. */
const smallLogo =
  'iVBORw0KGgoAAAANSUhEUgAAAEAAAAAYCAMAAAB9agt2AAAAA1BMVEWKSwaxNpB3AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAFklEQVQ4jWNgGAWjYBSMglEwChjgAAAGGAABX/dUcQAAAABJRU5ErkJggg=='
const file = { fileName: 'a.jpg', contentType: 'image/jpeg', bytes: 1_000 }

export const prepared = {
  galleries: {
    browse: () => ({}),
    get: gallery,
    listPhotos: gallery,
    photoHours: gallery,
    cameras: gallery,
    activity: gallery,
    startSession: () => ({ body: {} }),
    unlock: (world) => ({ ...gallery(world), body: { accessCode: 'x' } }),
    recordView: gallery,
    toggleLike: gallery,
    likeState: gallery,
    setFavourite: ({ galleryId, photoId }) => ({ params: { galleryId, photoId }, body: { isFavourite: true } }),
    favourites: gallery,
    favouritesLink: gallery,
    shareFavourites: (world) => ({ ...gallery(world), body: { isShared: true } }),
    sharedFavourites: ({ galleryId, favouritesId }) => ({ params: { galleryId, favouritesId } }),
    sendFavourites: ({ galleryId, photoId }) => ({
      params: { galleryId },
      body: { photoIds: [photoId], name: 'Maya Osei', email: 'maya@example.com', note: 'For the album.' },
    }),
    favouritesLists: () => ({}),
    favouritesList: favouritesList,
    readFavouritesList: (world) => ({ ...favouritesList(world), body: { isRead: true } }),
    removeFavouritesList: favouritesList,
    exportFavouritesList: favouritesList,
    mine: () => ({}),
    totals: () => ({}),
    getMine: gallery,
    ownerGrant: gallery,
    report: ({ galleryId, photoId }) => ({ body: { galleryId, photoId, reason: 'other', text: 'Please look.' } }),
    create: () => ({ body: { title: 'New' } }),
    update: (world) => ({ ...gallery(world), body: { version: world.versions.gallery, description: 'Other' } }),
    priceAll: (world) => ({ ...gallery(world), body: { version: world.versions.gallery, pricePence: 700 } }),
    arrangeSets: (world) => ({
      ...gallery(world),
      body: { version: world.versions.gallery, sets: [{ id: null, name: 'Ceremony' }] },
    }),
    sendToClient: (world) => ({
      ...gallery(world),
      headers: { 'idempotency-key': IdempotencyKey.parse('prepared-invitation-1') },
      body: { email: 'next-client@example.com' },
    }),
    remove: gallery,
    deleted: () => ({}),
    restore: gallery,
  },
  photos: {
    grantUpload: (world) => ({ ...gallery(world), body: file }),
    uploadRoom: () => ({}),
    regrantUpload: ({ pendingPhotoId }) => ({ params: { photoId: pendingPhotoId } }),
    confirmUpload: photo,
    getMine: photo,
    findMine: ({ photoId }) => ({ body: { photoIds: [photoId] } }),
    listMine: gallery,
    update: (world) => ({ ...photo(world), body: { version: world.versions.photo, title: 'Other' } }),
    move: (world) => ({ ...photo(world), body: { after: null } }),
    putInSet: (world) => ({ ...gallery(world), body: { photoIds: [world.photoId], setId: null } }),
    remove: photo,
    downloadFree: ({ freePhotoId }) => ({ params: { photoId: freePhotoId }, body: { size: 'web' } }),
  },
  orders: {
    quote: ({ photoId }) => ({ body: { photoIds: [photoId] } }),
    checkout: ({ photoId }) => ({
      headers: { 'idempotency-key': IdempotencyKey.parse('prepared-request-0001') },
      body: { items: [{ photoId, pricePence: pence(1_500) }], consent: deliveryConsent.version, customer: buyer },
    }),
    confirm: ({ sessionId }) => ({ body: { sessionId } }),
    get: ({ orderId }) => ({ params: { orderId } }),
    files: ({ orderId }) => ({ params: { orderId, line: 1 } }),
    download: ({ orderId }) => ({ params: { orderId, line: 1 }, body: { size: 'original' } }),
    startZips: ({ orderId }) => ({ params: { orderId }, body: { size: 'web' } }),
    zips: ({ orderId }) => ({ params: { orderId, size: 'web' } }),
    downloadZip: ({ orderId }) => ({ params: { orderId, size: 'web', part: 1 }, body: {} }),
    codes: () => ({}),
    makeCode: ({ freeName }) => ({ body: { code: freeName, off: { kind: 'percent', percent: 10 } } }),
    changeCode: ({ codeId }) => ({ params: { codeId }, body: { isActive: true } }),
  },
  payments: {
    stripeWebhook: () => ({ headers: { 'stripe-signature': 't=1,v1=00' } }),
    stripeConnectWebhook: () => ({ headers: { 'stripe-signature': 't=1,v1=00' } }),
  },
  payouts: {
    balance: () => ({}),
    sales: () => ({}),
    getPayout: () => ({ params: { payoutId: `pay_${'0'.repeat(26)}` } }),
    setUpAccount: () => ({}),
    request: () => ({}),
  },
  profiles: {
    me: () => ({}),
    update: ({ versions }) => ({ body: { version: versions.profile, bio: 'Other' } }),
    checkPageName: () => ({ params: { name: 'free-name' } }),
    generatePageName: () => ({}),
    savePageName: ({ freeName }) => ({ body: { name: freeName } }),
    portfolio: ({ pageName }) => ({ params: { subdomain: pageName } }),
    portfolioGallery: ({ pageName, slug }) => ({ params: { subdomain: pageName, slug } }),
  },
  logos: {
    save: () => ({ body: { image: smallLogo } }),
    remove: () => ({}),
  },
  proofing: {
    create: ({ galleryId }) => ({ body: { galleryId, title: 'Choose', clientEmail: 'client@example.com' } }),
    mine: () => ({}),
    getMine: proof,
    standing: proof,
    link: proof,
    // Of links that are not there, so that the world's own link goes on opening its review.
    withdrawLinks: (world) => ({ ...proof(world), body: { linkVersion: 7 } }),
    update: (world) => ({ ...proof(world), body: { version: world.versions.proof, title: 'Choose again' } }),
    reopen: (world) => ({ ...proof(world), body: {} }),
    remove: proof,
    exportChoice: proof,
    get: review,
    decide: ({ proofToken, photoId }) => ({ params: { token: proofToken, photoId }, body: { status: 'approved' } }),
    decideMany: (world) => ({ ...review(world), body: { photoIds: [world.photoId], status: 'approved' } }),
    finish: review,
  },
  analytics: { sales: () => ({}) },
  visitors: {
    tellBeforeClosing: (world) => ({ ...gallery(world), body: { email: 'visitor@example.com', consent: null } }),
    ofGallery: gallery,
    confirmAddress: ({ confirmToken }) => ({ params: { token: confirmToken } }),
    mailChoices: ({ mailToken }) => ({ params: { token: mailToken } }),
    unsubscribe: ({ mailToken }) => ({ params: { token: mailToken } }),
    resubscribe: ({ mailToken }) => ({ params: { token: mailToken } }),
    forget: ({ mailToken }) => ({ params: { token: mailToken } }),
    keepCart: ({ photoId }) => ({
      body: { email: buyer.email, consent: cartConsent.version, items: [{ photoId, size: 'original' }] },
    }),
    keptCart: ({ cartToken }) => ({ params: { token: cartToken } }),
  },
  // Everybody asks it of somebody else's account, so that nobody's is closed.
  accounts: {
    signUpTried: () => ({ body: { email: 'nobody@example.com' } }),
    deletion: () => ({}),
    requestDeletion: () => ({ body: { email: 'nobody@example.com' } }),
    withdrawDeletion: () => ({}),
    startExport: () => ({ body: {} }),
    export: () => ({}),
    downloadExport: () => ({ params: { part: 1 }, body: {} }),
  },
  subscriptions: { get: () => ({}), start: () => ({}), manage: () => ({}) },
} satisfies Prepared
