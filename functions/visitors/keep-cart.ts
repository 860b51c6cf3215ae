import type { ReadCart } from '#functions/checkout/cart.ts'
import { chorePut } from '#functions/chores/chore-writes.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import { hasRoomFor } from '#functions/shared/throttle/mail-bounds.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { afterHours, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { KeptCart } from '#schema/entities/kept-cart.ts'
import { limits } from '#schema/limits.ts'
import { mailboxOf } from '#schema/text.ts'
import { addressHash } from './contact-keys.ts'
import { type KeptCartStore, keptCartPut } from './kept-cart-store.ts'

type Parts = {
  carts: Pick<KeptCartStore, 'find' | 'transact' | 'withdraw'>
  readCart: ReadCart
  sessions: Pick<GallerySessions, 'subjectsOf'>
  throttle: Pick<Throttle, 'count'>
  now: Clock
}
const { cartMailAfterHours, cartKeptDays } = limits.visitors

type Kept = Pick<KeptCart, 'items' | 'galleries'>
type ReadNow = Awaited<ReturnType<ReadCart>>

/** Those of them that are in the cart still, in a gallery that is locked again. */
const stillLocked = ({ items, galleries }: Kept, { locked, lockedGalleries }: ReadNow): Kept => {
  const ids = new Set<string>([...locked, ...lockedGalleries])
  return {
    items: items.filter(({ photoId }) => ids.has(photoId)),
    galleries: galleries.filter(({ galleryId }) => ids.has(galleryId)),
  }
}
const nothing: Kept = { items: [], galleries: [] }

const keptOf = (read: ReadNow, before: Kept = nothing): Kept => {
  const { items, galleries } = stillLocked(before, read)
  const offered = read.offers.map(({ photo, gallery, size, pricePence }) => ({
    photoId: photo.id,
    size,
    galleryId: gallery.id,
    pricePence,
  }))
  const wholes = read.wholes.map(({ gallery, wholePence }) => ({ galleryId: gallery.id, pricePence: wholePence }))
  return { items: [...offered, ...items], galleries: [...wholes, ...galleries] }
}

/**
 * Keeps what somebody has in the cart who asked to be reminded of it: what they may buy now, or was kept while they could,
 * so that a mail never names a gallery that they could not see. Asked again it begins anew; of an empty cart nobody is
 * reminded; an address is reminded once for as long as a cart is kept.
 */
export const keepCart =
  (parts: Parts): Operation<typeof api.visitors.endpoints.keepCart> =>
  async (request) => {
    const { carts, readCart, sessions, throttle, now } = parts
    const { email, consent, items: asked, galleryIds, grants } = request.body
    const { subject, own } = await sessions.subjectsOf(request)
    const address = addressHash(email)
    await throttle.count('keptCarts', subject)
    await throttle.count('keptCartsPerAddress', request.address)
    if (consent === null || asked.length + galleryIds.length === 0) {
      await carts.withdraw(address, own, [...asked.map(({ photoId }) => photoId), ...galleryIds])
      return undefined
    }
    const read = await readCart({ items: asked, galleryIds }, { grants, caller: request.caller })
    let isCounted = false
    await retried(8, 'unavailable', async () => {
      const before = await carts.find(address)
      const current = before && new Date(before.expiresAt) > now() ? before : undefined
      // Somebody else's wish: who knows an address alone neither changes nor prolongs it.
      if (current && !own.has(current.subject)) return undefined
      const { items, galleries } = keptOf(read, current)
      // What the cart had before is not in it any more either.
      if (items.length + galleries.length === 0) return carts.withdraw(address, own)
      if (!current && !isCounted) {
        await throttle.count('addressesPerSession', subject)
        await throttle.count('addressesPerAddress', request.address)
        // Whoever typed an address is not told: it may be somebody else's, under one of many spellings.
        if (!(await hasRoomFor(throttle, 'cartMailsPerMailbox', mailboxOf(email)))) return undefined
        isCounted = true
      }
      const at = stamp(now())
      const remindedAt = current?.remindedAt ?? null
      const cart: KeptCart = {
        ...{ address, email, subject, items, galleries, grants, remindedAt },
        consent: { version: consent, at },
        expiresAt: current && remindedAt !== null ? current.expiresAt : stamp(afterHours(now(), 24 * cartKeptDays)),
        version: before?.version ?? 0,
      }
      const dueAt = stamp(afterHours(now(), cartMailAfterHours))
      const reminder = remindedAt === null ? [chorePut({ kind: 'remind-of-cart', subject: address, dueAt })] : []
      const written = await carts.transact([keptCartPut(before, cart), ...reminder])
      return written.ok ? undefined : tryAgain
    })
    return undefined
  }
