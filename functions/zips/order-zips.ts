import type { FetchedStore } from '#functions/orders/fetched-store.ts'
import type { OrderStore } from '#functions/orders/order-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import { mediaKeys } from '#functions/shared/storage/media-keys.ts'
import { type Bound, giveAllBack, takeAll } from '#functions/shared/throttle/take-all.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { api } from '#schema/api/all.ts'
import type { Order } from '#schema/entities/order.ts'
import type { OrderZips, ZipSize } from '#schema/entities/zip-set.ts'
import { AppError } from '#schema/errors.ts'
import type { OrderId } from '#schema/ids.ts'
import { type BeginParts, beginZips } from './begin-zips.ts'
import { contentsOf, type Share, sharesOfZip } from './order-files.ts'
import { tellOfPart } from './tell-of-part.ts'
import { isCurrent, zipsView } from './zip-state.ts'

type Endpoints = typeof api.orders.endpoints
type Parts = BeginParts & {
  orders: Pick<OrderStore, 'get' | 'listItems' | 'bought'>
  throttle: Pick<Throttle, 'count' | 'fullness' | 'take' | 'giveBack'>
  links: Pick<MediaLinks, 'download'>
  fetched: Pick<FetchedStore, 'note'>
  log: Log
}
type Asked = { orderId: OrderId; size: ZipSize }

const ownerOf = ({ orderId, size }: Asked): OrderZips => ({ kind: 'order', orderId, size })

/** @throws AppError `not_purchased` until it is paid. */
const paidOrder = async ({ orders }: Pick<Parts, 'orders'>, { orderId }: Asked): Promise<Order> => {
  const order = await orders.get(orderId)
  if (order.status !== 'completed') throw new AppError('not_purchased')
  return order
}

const megabyte = 1_000_000

/**
 * The room of a photographer's day for orders of which nothing was paid: they cost a stranger nothing, and their zips us what
 * paid ones do. Whoever paid for anything takes none of it, and is never refused for what others had (decision 210).
 */
const roomOf = (throttle: Parts['throttle'], shares: readonly Share[]) => {
  const unpaid = shares.some(({ isPaid }) => isPaid) ? [] : shares
  const bounds = unpaid.map(({ photographerId, bytes }): Bound => {
    return { name: 'unpaidZipsPerPhotographer', subject: photographerId, weight: Math.ceil(bytes / megabyte) }
  })
  return { take: () => takeAll(throttle, bounds), giveBack: () => giveAllBack(throttle, bounds) }
}

export const startZips =
  (parts: Parts): Operation<Endpoints['startZips']> =>
  async ({ params, body }) => {
    const asked = { ...params, ...body }
    const order = await paidOrder(parts, asked)
    const shares = await sharesOfZip(parts, asked)
    const [first, ...others] = shares
    if (!first) throw new AppError('not_purchased')
    return beginZips(parts, {
      owner: ownerOf(asked),
      group: others.length === 0 ? first.photographerId : order.id,
      ...(await contentsOf(parts, order)),
      throttle: {
        refusal: () => parts.throttle.fullness('zipsPerOrder', order.id),
        count: () => parts.throttle.count('zipsPerOrder', order.id),
        room: roomOf(parts.throttle, shares),
      },
    })
  }

export const getZips =
  (parts: Parts): Operation<Endpoints['zips']> =>
  async ({ params }) => {
    const order = await paidOrder(parts, params)
    return zipsView(parts, {
      set: await parts.sets.find(ownerOf(params)),
      ...(await contentsOf(parts, order)),
    })
  }

/** A link to one part, refused when what it holds went back since. */
export const downloadZip =
  (parts: Parts): Operation<Endpoints['downloadZip']> =>
  async ({ params }) => {
    const { sets, links, fetched, now, log } = parts
    const order = await paidOrder(parts, params)
    const set = await sets.find(ownerOf(params))
    const isThere = isCurrent(set, { ...(await contentsOf(parts, order)), at: now() }) && set.state === 'ready'
    if (!isThere || params.part > set.partCount) throw new AppError('zip_gone')
    const failed = (what: string) => (error: unknown) =>
      log.error(what, { orderNumber: order.number, ...describeError(error) })
    // Who paid gets the part, whether or not anybody hears of it.
    await Promise.all([
      fetched.note(order.id, now()).catch(failed('a download was not noted')),
      tellOfPart(parts, set, params.part).catch(failed('a download was not told of')),
    ])
    const which = set.partCount === 1 ? '' : `-${params.part}-of-${set.partCount}`
    return links.download(mediaKeys.zip(set, params.part), `darkslide-${order.number}-${params.size}${which}.zip`)
  }
