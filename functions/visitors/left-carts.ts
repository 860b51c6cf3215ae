import type { ReadCart } from '#functions/checkout/cart.ts'
import { type ChoreSteps, DueLater } from '#functions/chores/do-chores.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { mailBrandOf } from '#functions/mail/mail-brand.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { trialView } from '#functions/profiles/trial-rules.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { mailboxAgainAt, sendersOfCart, uncountCart } from '#functions/shared/throttle/mail-bounds.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { afterHours, type Clock, epochSeconds, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { KeptCart } from '#schema/entities/kept-cart.ts'
import { AppError } from '#schema/errors.ts'
import type { OrderId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { addressHash } from './contact-keys.ts'
import { type KeptCartStore, keptCartPut } from './kept-cart-store.ts'
import type { MailLinks } from './mail-links.ts'
import type { MayWrite } from './may-write.ts'

type Reading = {
  carts: Pick<KeptCartStore, 'find' | 'transact' | 'forget'>
  galleries: Pick<GalleryStore, 'getMany'>
  readCart: ReadCart
  now: Clock
}
type Telling = Reading & {
  profiles: Pick<ProfileStore, 'find'>
  mayWrite: MayWrite
  mailLinks: Pick<MailLinks, 'keptCart'>
  throttle: Pick<Throttle, 'count' | 'takeBack'>
  ids: Pick<IdMaker, 'mail'>
  siteUrl: () => string
}
const { cartKeptDays, cartMailAfterHours, cartMailLateHours } = limits.visitors

/** So many galleries a mail names; of the others it says how many. */
const namedGalleries = 3
/** Its one click and a complaint about it end the mails of all whom it names, whose ids a tag of SES's holds (`photographerTag`). */
const namedPhotographers = 6

/** What of a cart is for sale still, to who can open its galleries. */
const stillSold = async ({ readCart, galleries }: Reading, cart: KeptCart) => {
  const asked = { items: cart.items, galleryIds: cart.galleries.map(({ galleryId }) => galleryId) }
  const sold = await readCart(asked, { grants: cart.grants, caller: undefined }).catch((error: unknown) => {
    // It grew beyond what one order holds: its owner would meet that in the cart.
    if (error instanceof AppError && error.code !== 'unavailable') return undefined
    throw error
  })
  if (!sold) return { items: [], wholes: [], known: new Map<string, Gallery>() }
  const offers = new Map(sold.offers.map((offer) => [offer.photo.id, offer]))
  const wholes = new Map(sold.wholes.map((whole) => [whole.gallery.id, whole]))
  const locked = new Set<string>([...sold.locked, ...sold.lockedGalleries])
  const items = cart.items
    .map((item) => ({ ...item, offer: offers.get(item.photoId) }))
    .filter(({ photoId, offer }) => offer !== undefined || locked.has(photoId))
  const whole = cart.galleries
    .map((each) => ({ ...each, pricePence: wholes.get(each.galleryId)?.wholePence ?? each.pricePence }))
    .filter(({ galleryId }) => wholes.has(galleryId) || locked.has(galleryId))
  const all = await galleries.getMany([...new Set([...items, ...whole].map(({ galleryId }) => galleryId))])
  return { items, wholes: whole, known: new Map<string, Gallery>(all.map((gallery) => [gallery.id, gallery])) }
}

/**
 * Tells somebody of the cart they left, once. It names what is of photographers in whose name they may be written to. A
 * cart that changed meanwhile waits anew, and where the mailbox was sent enough today it waits for tomorrow.
 */
export const cartChores = (parts: Telling): ChoreSteps<'remind-of-cart'> => ({
  'remind-of-cart': async (address) => {
    const { carts, profiles, mayWrite, throttle, mailLinks, ids, siteUrl, now } = parts
    const cart = await carts.find(address)
    if (!cart || cart.remindedAt !== null || isTooLate(cart, now())) return
    const { items, wholes, known } = await stillSold(parts, cart)
    const owners = [...new Set([...known.values()].map(({ photographerId }) => photographerId))]
    const found = await Promise.all(
      owners.map(async (id) => ((await mayWrite(id, cart.email)) ? ((await profiles.find(id)) ?? []) : [])),
    )
    const againAt = mailboxAgainAt(now())
    const senders = await sendersOfCart(throttle, {
      to: cart.email,
      senders: found
        .flat()
        .slice(0, namedPhotographers)
        .map((each) => ({ photographerId: each.userId, isSubscribed: trialView(each, now()).isSubscribed })),
    })
    if (senders === 'mailbox') throw new DueLater(againAt)
    const named = new Set(senders.map(({ photographerId }) => photographerId))
    const photographers = found.flat().filter(({ userId }) => named.has(userId))
    const [profile, ...others] = photographers
    if (!profile) return
    const isNamed = ({ galleryId }: { galleryId: string }) => {
      const owner = known.get(galleryId)?.photographerId
      return owner !== undefined && named.has(owner)
    }
    const titles = [...known.values()].filter(({ photographerId }) => named.has(photographerId))
    const only = others.length === 0 ? profile : undefined
    const mail = outboxPut({
      id: ids.mail(),
      template: 'cart-left',
      to: cart.email,
      ...(only && { regarding: only.userId }),
      onBehalfOf: [...named],
      at: now(),
      data: {
        ...mailBrandOf(only?.brand ?? null, siteUrl()),
        photographerNames: photographers.map(({ displayName }) => displayName),
        titles: titles.slice(0, namedGalleries).map(({ title }) => title),
        moreTitles: Math.max(0, titles.length - namedGalleries),
        photos: items.filter(isNamed).length,
        wholes: wholes.filter(isNamed).length,
        link: await mailLinks.keptCart(address, epochSeconds(new Date(cart.expiresAt))),
        until: cart.expiresAt,
      },
    })
    const told = await carts.transact([keptCartPut(cart, { ...cart, remindedAt: stamp(now()) }), mail])
    if (!told.ok) await uncountCart(throttle, { to: cart.email, senders })
  },
})

/** Nobody is reminded of a cart days after they could have been. */
const isTooLate = ({ expiresAt }: KeptCart, now: Date): boolean =>
  afterHours(new Date(expiresAt), cartMailAfterHours + cartMailLateHours - 24 * cartKeptDays) < now

/** What the link of that mail puts back into a cart. What is in a gallery that is locked again is told by its id alone. */
export const openKeptCart =
  (parts: Reading & { mailLinks: Pick<MailLinks, 'keptCartOf'> }): Operation<typeof api.visitors.endpoints.keptCart> =>
  async ({ params }) => {
    const link = await parts.mailLinks.keptCartOf(params.token)
    const cart = link && link.until > epochSeconds(parts.now()) ? await parts.carts.find(link.address) : undefined
    if (!cart) throw new AppError('link_over')
    const { items, wholes, known } = await stillSold(parts, cart)
    const ofGallery = ({ galleryId, pricePence }: Pick<KeptCart['galleries'][number], 'galleryId' | 'pricePence'>) => ({
      galleryId,
      galleryTitle: known.get(galleryId)?.title ?? '',
      photographerName: known.get(galleryId)?.photographerName ?? '',
      pricePence,
    })
    return {
      items: items.map(({ offer, ...item }) => ({
        ...ofGallery({ ...item, pricePence: offer?.pricePence ?? item.pricePence }),
        photoId: item.photoId,
        size: offer?.size ?? item.size,
        title: offer?.photo.title ?? 'Photo',
      })),
      galleries: wholes.map(ofGallery),
    }
  }

/** An order was paid: its buyer is not reminded of a cart with any of it. */
export const dropBoughtCart =
  ({ carts, orders }: { carts: Pick<KeptCartStore, 'find' | 'forget'>; orders: Pick<OrderStore, 'find' | 'items'> }) =>
  async (orderId: OrderId): Promise<void> => {
    const order = await orders.find(orderId)
    const cart = order && (await carts.find(addressHash(order.customerEmail)))
    if (!cart) return
    const lines = await orders.items(orderId)
    const photos = new Set(lines.filter(({ kind }) => kind === 'photo').map(({ photoId }) => photoId))
    const wholes = new Set(lines.filter(({ kind }) => kind === 'gallery').map(({ galleryId }) => galleryId))
    const isBought =
      cart.items.some(({ photoId, galleryId }) => photos.has(photoId) || wholes.has(galleryId)) ||
      cart.galleries.some(({ galleryId }) => wholes.has(galleryId))
    if (isBought) await carts.forget(cart.address)
  }
