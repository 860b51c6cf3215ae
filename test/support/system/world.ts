import { signer } from '#functions/shared/signing/signer.ts'
import { epochSeconds } from '#functions/shared/time/clock.ts'
import { addressHash } from '#functions/visitors/contact-keys.ts'
import { api } from '#schema/api/all.ts'
import { cartConsent } from '#schema/consent.ts'
import { FavouritesId, FavouritesListId, IdempotencyKey } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import type { World } from '#test/support/requests/prepared.ts'
import { sessionAt } from '#test/support/requests/send.ts'
import { type Account, demoPhoto, galleryOnSale, openCheckout, type Running, uploadPhoto } from './running.ts'

/** Builds, for one photographer, all that the prepared requests are about. */
export const aWorld = async (running: Running, owner: Account, name = 'ridge'): Promise<World> => {
  const { system, anyone } = running
  const { own } = owner
  const { gallery, photo } = await galleryOnSale(running, owner, `The ${name}`)
  // By hand, so that photos can be moved. It closes, so that somebody can ask to be told before.
  const params = { galleryId: gallery.id }
  const { version } = await own.call(api.galleries.endpoints.getMine, { params })
  await own.call(api.galleries.endpoints.update, {
    params,
    body: { version, photoOrder: 'hand', expiresAt: '2100-01-01T00:00:00.000Z' },
  })
  const free = await uploadPhoto(running, owner, {
    galleryId: gallery.id,
    bytes: await demoPhoto('paper-bird.jpg'),
    fileName: 'bird.jpg',
  })
  await own.call(api.photos.endpoints.update, {
    params: { photoId: free.id },
    body: { version: free.version, pricePence: pence(0) },
  })
  const pending = await own.call(api.photos.endpoints.grantUpload, {
    params: { galleryId: gallery.id },
    body: { fileName: 'late.jpg', contentType: 'image/jpeg', bytes: 1_000 },
  })
  const { orderId, sessionId } = await openCheckout(running, [photo.id])
  await system.stripe.control.pay({ session: sessionId })
  await anyone.call(api.orders.endpoints.confirm, { body: { sessionId } })
  await system.drainQueues()
  await own.call(api.profiles.endpoints.savePageName, { body: { name: `${name}-page` } })

  const code = await own.call(api.orders.endpoints.makeCode, {
    body: { code: `Of ${name}`, off: { kind: 'percent', percent: 10 } },
  })
  const proof = await own.call(api.proofing.endpoints.create, {
    body: { galleryId: gallery.id, title: 'Choose', clientEmail: 'client@example.com' },
  })
  const proofToken = proof.link.slice(proof.link.lastIndexOf('/') + 1)
  await anyone.call(api.proofing.endpoints.decideMany, {
    params: { token: proofToken },
    body: { photoIds: [photo.id, free.id], status: 'approved' },
  })
  const visit = {
    params: { galleryId: gallery.id },
    headers: { 'x-gallery-session': await sessionAt(system.url) },
  }
  await anyone.call(api.galleries.endpoints.setFavourite, {
    ...visit,
    params: { ...visit.params, photoId: photo.id },
    body: { isFavourite: true },
  })
  const shared = await anyone.call(api.galleries.endpoints.shareFavourites, {
    ...visit,
    body: { isShared: true },
  })
  await anyone.call(api.galleries.endpoints.sendFavourites, {
    ...visit,
    body: { photoIds: [photo.id], name: 'Maya Osei', email: 'maya@example.com' },
  })
  const sent = await own.call(api.galleries.endpoints.favouritesLists, { query: { galleryId: gallery.id } })
  await own.call(api.galleries.endpoints.sendToClient, {
    params: { galleryId: gallery.id },
    headers: { 'idempotency-key': IdempotencyKey.parse(`invitation-of-${name}`.padEnd(16, '0')) },
    body: { email: 'client@example.com' },
  })
  await anyone.call(api.visitors.endpoints.tellBeforeClosing, {
    params: { galleryId: gallery.id },
    body: { email: `hears-of-${name}@example.com`, consent: null },
  })
  await anyone.call(api.orders.endpoints.startZips, { params: { orderId }, body: { size: 'web' } })
  await system.runJob('sweep-outbox')
  await system.drainQueues()
  const question = system.outbox().findLast((mail) => mail.to.includes(`hears-of-${name}@example.com`))
  const confirmToken = /mail\/confirm\/([\w.~-]+)/.exec(question?.text ?? '')?.[1] ?? ''
  const oneClick = system.outbox().findLast((mail) => mail.headers?.['List-Unsubscribe'])?.headers ?? {}
  const mailToken = /mail-choices\/([^/]+)\//.exec(oneClick['List-Unsubscribe'] ?? '')?.[1] ?? ''
  const leaves = `leaves-${name}@example.com`
  await anyone.call(api.visitors.endpoints.keepCart, {
    body: { email: leaves, consent: cartConsent.version, items: [{ photoId: photo.id }] },
  })
  // As the mail would have it a day later.
  const cartToken = await signer(async () => system.secrets.SIGNING_SECRET_ID).sign('cart-link', {
    address: addressHash(leaves),
    until: epochSeconds(system.clock.now()) + 86_400,
  })
  return current(owner, owner, {
    galleryId: gallery.id,
    photoId: photo.id,
    freePhotoId: free.id,
    pendingPhotoId: pending.photo.id,
    codeId: code.id,
    favouritesId: FavouritesId.parse(shared.sharedAs),
    favouritesListId: FavouritesListId.parse(sent.items[0]?.id),
    orderId,
    sessionId,
    pageName: '',
    slug: '',
    proofSessionId: proof.session.id,
    proofToken,
    mailToken,
    confirmToken,
    cartToken,
    freeName: `${name}-name`,
    versions: { profile: 0, gallery: 0, photo: 0, proof: 0 },
  })
}

let names = 0
/** The world as it is now: names and versions move with every edit. */
export const current = async (owner: Account, caller: Account, world: World): Promise<World> => {
  const { galleryId, photoId, proofSessionId } = world
  const [me, callerNow, gallery, photo, { session }] = await Promise.all([
    owner.own.call(api.profiles.endpoints.me, {}),
    caller.own.call(api.profiles.endpoints.me, {}),
    owner.own.call(api.galleries.endpoints.getMine, { params: { galleryId } }),
    owner.own.call(api.photos.endpoints.getMine, { params: { photoId } }),
    owner.own.call(api.proofing.endpoints.getMine, { params: { proofSessionId } }),
  ])
  names += 1
  return {
    ...world,
    pageName: me.subdomain ?? '',
    slug: gallery.slug,
    freeName: `free-name-${names}`,
    versions: {
      profile: callerNow.version,
      gallery: gallery.version,
      photo: photo.version,
      proof: session.version,
    },
  }
}

/** The same requests about objects that never existed. */
export const unknownWorld = (world: World): World => {
  const nothing = <T extends string>(id: T): T => id.replace(/(?<=_).+$/, (rest) => '0'.repeat(rest.length)) as T
  return {
    ...world,
    galleryId: nothing(world.galleryId),
    photoId: nothing(world.photoId),
    freePhotoId: nothing(world.freePhotoId),
    pendingPhotoId: nothing(world.pendingPhotoId),
    codeId: '0'.repeat(64),
    favouritesId: nothing(world.favouritesId),
    favouritesListId: nothing(world.favouritesListId),
    orderId: nothing(world.orderId),
    sessionId: 'cs_test_nothing',
    pageName: 'nobody-is-here',
    slug: 'nothing-is-here',
    proofSessionId: nothing(world.proofSessionId),
    proofToken: 'A'.repeat(world.proofToken.length),
  }
}
