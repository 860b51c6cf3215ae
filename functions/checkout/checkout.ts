import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { discountUse } from '#functions/orders/discount-writes.ts'
import { giveUpOrder } from '#functions/orders/give-up-order.ts'
import { growingPuts } from '#functions/orders/grow-wholes.ts'
import { keepFilesPut } from '#functions/orders/keep-files.ts'
import { filesAtOnce, type LinesAhead } from '#functions/orders/lines-ahead-store.ts'
import { orderUrl } from '#functions/orders/order-links.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import { filesPuts, linePuts, orderPut } from '#functions/orders/order-writes.ts'
import { upgradeClaims } from '#functions/orders/upgrade-writes.ts'
import { requireAnswer } from '#functions/payments/busy-payments.ts'
import type { ConvergeOrder } from '#functions/payments/converge.ts'
import { completionMails } from '#functions/payments/converge.ts'
import { earningPut } from '#functions/payments/earning-writes.ts'
import type { CheckoutSession, Payments } from '#functions/payments/payments.ts'
import { sharesOf } from '#functions/payments/sale.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { GallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import type { Taking, Throttle } from '#functions/shared/throttle/throttle.ts'
import { afterMs, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { Checkout } from '#schema/api/orders.ts'
import type { Order, OrderItem } from '#schema/entities/order.ts'
import { AppError } from '#schema/errors.ts'
import type { SessionId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import type { Pence } from '#schema/money.ts'
import type { ReadCart } from './cart.ts'
import type { CartOrders } from './cart-store.ts'
import { pricedFor } from './code-of-buyer.ts'
import { countCheckout, type OpenedBy } from './count-checkout.ts'
import { countFreeOrder } from './count-free-order.ts'
import {
  fingerprintOf,
  type IdempotencyStore,
  type IdempotentRequest,
  idempotencyPut,
  type Remembered,
} from './idempotency-store.ts'
import { newOrder, upgradedBy } from './new-order.ts'
import { endOwnOrder } from './own-open-orders.ts'
import { photosInside } from './photos-inside.ts'
import type { Choice } from './price-offers.ts'
import type { ReadCode } from './redeem-code.ts'
import { cartOf, type FindSameCart, wishOf } from './same-cart.ts'
import { sessionLines } from './session-lines.ts'

type Parts = {
  orders: OrderStore
  ahead: Pick<LinesAhead, 'write'>
  requests: IdempotencyStore
  photos: Pick<PhotoStore, 'hold' | 'listShown'>
  payments: Pick<Payments, 'requireSetUp' | 'createSession' | 'findSession' | 'endSession'>
  converge: ConvergeOrder
  readCart: ReadCart
  readCode: ReadCode
  findSameCart: FindSameCart
  sessions: Pick<GallerySessions, 'visitorOf' | 'idOf'>
  throttle: Throttle
  ids: Pick<IdMaker, 'order' | 'orderNumber' | 'mail'>
  now: Clock
  siteUrl: string
  /** What an order costs at least, where it costs anything. */
  minimumOrder: () => Pence
  log: Log
}
type Answer = Awaited<ReturnType<Operation<typeof api.orders.endpoints.checkout>>>

const route = 'checkout'

/**
 * Opens an order at the server's prices and says where to pay: the order is written first (T1), then Stripe is called
 * with a key made from it (X1), then the session is written (T2). Whoever repeats the request goes on where it stopped.
 */
export const checkout =
  (parts: Parts): Operation<typeof api.orders.endpoints.checkout> =>
  async (asked) => {
    const { body, headers, caller, address } = asked
    const request: IdempotentRequest = {
      route,
      key: headers['idempotency-key'],
      fingerprint: fingerprintOf([
        body.items.map((item) => [wishOf(item), item.pricePence ?? null]),
        body.customer.name,
        body.customer.email,
        body.discountCode ?? null,
        ...(body.seenTotalPence === undefined ? [] : [body.seenTotalPence]),
        ...body.galleries.map(({ galleryId, pricePence }) => [galleryId, pricePence ?? null]),
      ]),
    }
    const session = await parts.sessions.idOf(headers['x-gallery-session'])
    const found = session && (await parts.requests.findWithCart(request, cartOf(session, body)))
    const earlier = found ? await orderOfKnown(parts, request, found.known) : await orderOfKey(parts, request)
    if (earlier) return resume(parts, earlier)

    if (body.items.length + body.galleries.length === 0) throw new AppError('cart_empty')
    const { subject } = await parts.sessions.visitorOf({ caller, headers })
    const { order, items } = await countCheckout(parts.throttle, { subject, email: body.customer.email, address }, () =>
      openOrder(parts, { request, asked, session, before: found?.before }),
    )
    return resume(parts, order, items)
  }

type Asked = Parameters<Operation<typeof api.orders.endpoints.checkout>>[0]
type Opening = {
  request: IdempotentRequest
  asked: Pick<Asked, 'body' | 'headers' | 'caller' | 'address'>
  session: SessionId | undefined
  /** The orders of this browser's cart, where it has a session. */
  before: CartOrders | undefined
}
/** An order that a request is led to, with its lines where they are known already. */
type Led = { readonly order: Order; readonly items?: readonly OrderItem[]; readonly openedBy: OpenedBy }

/** T1: opens an order at the server's prices, or finds the one that another request of this buyer has opened. */
const openOrder = async (parts: Parts, { request, asked, session, before }: Opening): Promise<Led> => {
  const { body, headers, caller, address } = asked
  const choice = await choiceOf(parts, body, caller)
  const cart = session && (await parts.findSameCart(session, body, choice, before))
  if (cart?.order) return adopt(parts, request, cart.order)
  const { offers, wholes } = choice
  if (offers.some(({ upgraded }) => upgraded && upgraded.heldBy !== null)) throw new AppError('upgrade_under_way')
  const photographers = [...offers, ...wholes].map(({ gallery }) => gallery.photographerId)
  const { openedOrders } = body
  const asker = { caller, headers, address, cart: askedIds(body), photographers, openedOrders }
  const codes = await parts.readCode(body.discountCode, asker)
  const minimumPence = parts.minimumOrder()
  const buyer = { email: body.customer.email, seenPence: body.seenTotalPence, minimumPence }
  const forBuyer = pricedFor(choice, codes, buyer)
  if (!forBuyer) throw priceChanged(choice)
  const { discount: wanted, priced, isCheaper } = forBuyer
  // A code that takes nothing off this cart is not used by it.
  const discount = isCheaper ? wanted : undefined
  const inside = await photosInside(parts.photos, priced)
  const { order, items, files } = newOrder(parts, { body, discount, priced, inside })
  if (order.totalPence > 0 && order.totalPence < minimumPence) throw new AppError('total_too_small', { minimumPence })
  // Nobody could ever pay it, and an open order is looked at until somebody does.
  if (order.totalPence > 0) await parts.payments.requireSetUp()

  const open = async (ofMailbox?: Taking): Promise<Led> => {
    // Before the order: should this request end here, some files wait for weeks that nobody bought, and none is lost.
    const sold = priced.sold.flatMap((line) => (line.kind === 'photo' ? [line.offer.photo] : []))
    await parts.photos.hold([...sold, ...[...inside.values()].flat()], parts.now())
    const use = discount ? discountUse(discount, order, order.createdAt) : []
    const claims = upgradeClaims(order, upgradedBy(priced))
    const counts = ofMailbox ? [ofMailbox.write] : []
    const sale = order.totalPence === 0 ? freeSale(parts, order, items) : []
    const beside = mostFirst + claims.length + use.length + counts.length + 1 + sale.length
    const lines = await linesFor(parts, { order, items, files, beside })
    const rest = [...claims, ...use, ...counts, orderPut(order), ...lines, ...sale]
    for (let tries = 1, known = cart, isUseFreed = false; ; tries++) {
      const first = [
        idempotencyPut(request, { orderId: order.id, at: parts.now() }),
        ...(known ? [known.remember(order.id, parts.now())] : []),
      ]
      const opened = await parts.orders.transact([...first, ...rest])
      if (opened.ok) return { order, items, openedBy: 'itself' }
      // A parallel request with the same key was first: its order is this one's.
      const parallel = opened.failures[0] && (await orderOfKey(parts, request))
      if (parallel) return { order: parallel, openedBy: 'sameKey' }
      if (session && opened.failures[1]) {
        // Another tab was first with the same cart: its order is this one's, unless it came with another code.
        known = await parts.findSameCart(session, body, choice)
        if (known.order) return adopt(parts, request, known.order)
        const isNothingElse = opened.failures.every((failed, place) => !failed || place === 1)
        if (isNothingElse && tries < maxTabs) continue
      }
      const refused = opened.failures.slice(first.length)
      if (refused.slice(0, claims.length).some(Boolean)) throw new AppError('upgrade_under_way')
      const afterUse = claims.length + use.length
      if (ofMailbox && refused[afterUse]) throw ofMailbox.refusal()
      const refusedUse = refused.slice(claims.length, afterUse)
      if (refusedUse.some(Boolean)) {
        // The buyer's mailbox is counted last, and by photographers alone.
        const mailbox = order.discountOwnerId === null ? undefined : refusedUse.at(-1)
        const wantedUse = {
          ...{ order, openedOrders, at: parts.now() },
          refused: { code: refusedUse[0], mailbox },
          maxUsesPerEmail: discount?.maxUsesPerEmail ?? null,
        }
        // Where somebody else took it, a second one of the browser's orders is not given for it.
        if (!isUseFreed && (await endOwnOrder(parts, wantedUse))) {
          isUseFreed = true
          continue
        }
        throw new AppError(mailbox ? 'code_used_up' : 'invalid_discount_code')
      }
      throw new AppError('changed_meanwhile')
    }
  }
  return order.totalPence === 0 ? countFreeOrder(parts.throttle, { order, address }, open) : open()
}

/** The request's own key, and which order its cart is bought by. */
const mostFirst = 2
/** DynamoDB's limit of a transaction. */
const mostWrites = 100

type Lines = Pick<ReturnType<typeof newOrder>, 'order' | 'items' | 'files'> & { beside: number }
/** The lines as writes of the opening, or, where they do not fit beside the others, written ahead of it. */
const linesFor = async ({ ahead, now }: Parts, { order, items, beside, ...wholes }: Lines): Promise<Write[]> => {
  const lines = linePuts(items)
  const files = filesPuts(order.id, wholes.files)
  const isFitting = files.length <= filesAtOnce && lines.length + files.length + beside <= mostWrites
  return isFitting ? [...lines, ...files] : [await ahead.write(order.id, { lines, files }, now())]
}

/** So many tabs that send one cart with different codes at the same moment are waited for. */
const maxTabs = 4

/** @throws AppError `idempotency_mismatch` when the key came with other content before. */
const orderOfKey = async (parts: Parts, request: IdempotentRequest): Promise<Order | undefined> =>
  orderOfKnown(parts, request, await parts.requests.find(request))

const orderOfKnown = async (
  { orders }: Pick<Parts, 'orders'>,
  request: IdempotentRequest,
  remembered: Remembered | undefined,
): Promise<Order | undefined> => {
  if (!remembered) return undefined
  if (remembered.fingerprint !== request.fingerprint) throw new AppError('idempotency_mismatch')
  return orders.get(remembered.orderId)
}

/** This request goes on with an order that another one opened; repeated, it comes to the same. */
const adopt = async (parts: Parts, request: IdempotentRequest, order: Order): Promise<Led> => {
  const adopted = await parts.orders.transact([idempotencyPut(request, { orderId: order.id, at: parts.now() })])
  const earlier = adopted.ok ? undefined : await orderOfKey(parts, request)
  return earlier ? { order: earlier, openedBy: 'sameKey' } : { order, openedBy: 'sameCart' }
}

const askedIds = ({ items, galleries }: Checkout) => [
  ...items.map(({ photoId }) => photoId),
  ...galleries.map(({ galleryId }) => galleryId),
]

/** @throws AppError `items_unavailable`, `items_locked` or `price_changed`, naming what differs from what the buyer saw. */
const choiceOf = async (
  { readCart }: Parts,
  { items, galleries, grants }: Checkout,
  caller: Parameters<ReadCart>[1]['caller'],
): Promise<Choice> => {
  const asked = { items, galleryIds: galleries.map(({ galleryId }) => galleryId) }
  const { offers, wholes, ...missing } = await readCart(asked, { grants, caller })
  const { unavailable, unavailableGalleries, locked, lockedGalleries } = missing
  if (unavailable.length + unavailableGalleries.length > 0)
    throw new AppError('items_unavailable', { unavailable, unavailableGalleries })
  if (locked.length + lockedGalleries.length > 0) throw new AppError('items_locked', { locked, lockedGalleries })
  const isAsked = (seen: number | undefined, pricePence: Pence | undefined) =>
    pricePence !== undefined && (seen === undefined || seen === pricePence)
  const sold = new Map(offers.map((offer) => [offer.photo.id, offer]))
  const soldWhole = new Map(wholes.map((whole) => [whole.gallery.id, whole]))
  const isAsSeen =
    items.every(({ photoId, size, pricePence }) => {
      const offer = sold.get(photoId)
      return offer?.size === size && isAsked(pricePence, offer.pricePence)
    }) && galleries.every(({ galleryId, pricePence }) => isAsked(pricePence, soldWhole.get(galleryId)?.wholePence))
  if (!isAsSeen) throw priceChanged({ offers, wholes })
  return { offers, wholes }
}

const priceChanged = ({ offers, wholes }: Choice): AppError =>
  new AppError('price_changed', {
    prices: offers.map(({ photo, size, pricePence }) => ({ photoId: photo.id, size, pricePence })),
    ...(wholes.length > 0 && {
      wholes: wholes.map(({ gallery, wholePence }) => ({ galleryId: gallery.id, pricePence: wholePence })),
    }),
  })

/** T3f: a free order is complete when it is opened; its shares are of nothing, so no balance moves. */
const freeSale = (parts: Parts, order: Order, items: readonly OrderItem[]): Write[] => {
  const at = parts.now()
  return [
    ...sharesOf(order, items, { paidAt: at, chargeId: null }).map((share) => earningPut(share)),
    ...completionMails(parts, order, { items, at }),
    ...growingPuts(order.id, items, at),
    keepFilesPut(order.id, at),
  ]
}

/**
 * From whatever point the order has reached, to where its buyer goes next.
 * @param items The order's lines, where the request has them already.
 */
const resume = async (parts: Parts, order: Order, items?: readonly OrderItem[]): Promise<Answer> => {
  switch (order.status) {
    case 'awaiting_payment':
      return payable(parts, order, items)
    case 'failed':
    case 'expired':
      throw new AppError('checkout_expired')
    case 'processing':
    case 'completed':
    case 'review':
      return order.totalPence === 0
        ? { kind: 'free', orderId: order.id }
        : { kind: 'pay', url: orderUrl(parts.siteUrl, order), orderId: order.id }
  }
}

/** A session that nobody could pay any more is followed by at most this many new ones in one request. */
const maxAttempts = 3

const payable = async (parts: Parts, opened: Order, items?: readonly OrderItem[]): Promise<Answer> => {
  let order = opened
  return retried(maxAttempts, 'unavailable', async () => {
    const session = order.sessionId === null ? await openSession(parts, order, items) : await knownSession(parts, order)
    // Only Stripe says that a session ended: by our clock it may be over and just paid.
    if (session?.status === 'open') {
      if (session.url === null) throw new AppError('unavailable')
      order = await parts.orders.attachSession(order, { id: session.id, url: session.url })
      if (order.sessionId === session.id) return { kind: 'pay', url: session.url, orderId: order.id }
    } else if (session?.status === 'complete') {
      await parts.orders.attachSession(order, { id: session.id, url: session.url })
      await parts.converge(session.id)
      order = await parts.orders.get(order.id)
    } else {
      order = await parts.orders.nextAttempt(order, stamp(parts.now()))
    }
    return order.status === 'awaiting_payment' ? tryAgain : resume(parts, order)
  })
}

const knownSession = async ({ payments }: Parts, { sessionId }: Order): Promise<CheckoutSession | undefined> =>
  sessionId === null ? undefined : payments.findSession(sessionId)

const sessionLifeMs = limits.order.checkoutLifeMinutes * 60_000
/** Stripe wants a session to live at least 30 minutes; a repeated request that comes later than this cannot give it that. */
const freshMs = 45_000

/**
 * X1. Everything in the request comes from the stored order, so that a repetition is the same request to the byte and
 * Stripe answers it with the session it made.
 * @returns `undefined` when this attempt made no session and never will.
 */
const openSession = async (
  parts: Parts,
  order: Order,
  known?: readonly OrderItem[],
): Promise<CheckoutSession | undefined> => {
  const items = known ?? (await parts.orders.items(order.id))
  const startedAt = new Date(order.sessionStartedAt)
  const answer = requireAnswer(
    await parts.payments.createSession(
      {
        orderId: order.id,
        orderNumber: order.number,
        customerEmail: order.customerEmail,
        lines: sessionLines(items),
        expiresAt: afterMs(startedAt, sessionLifeMs),
      },
      `co:${order.id}:${order.sessionAttempt}`,
    ),
  )
  if (answer.kind === 'done') {
    // Stripe repeats its answer as it was then; what became of the session since is another question.
    const isFresh = afterMs(startedAt, freshMs) > parts.now()
    return isFresh ? answer.value : parts.payments.findSession(answer.value.id)
  }
  if (afterMs(startedAt, freshMs) <= parts.now()) return undefined
  parts.log.error('checkout session refused', { orderNumber: order.number, code: answer.code })
  // For a fresh request it will stay one: the order ends, and its code can be used again.
  await giveUpOrder(parts, order, 'failed')
  if (answer.code === 'email_invalid') {
    throw new AppError('invalid_request', {}, [
      { path: 'customer.email', message: 'Please enter a valid email address, for example ada@example.com.' },
    ])
  }
  throw new AppError('payment_failed')
}
