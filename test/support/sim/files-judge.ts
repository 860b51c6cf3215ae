import { orderFileStore } from '#functions/orders/order-file-store.ts'
import { stamp } from '#functions/shared/time/clock.ts'
import { api } from '#schema/api/all.ts'
import type { OrderItem } from '#schema/entities/order.ts'
import { AppError } from '#schema/errors.ts'
import type { PhotoId } from '#schema/ids.ts'
import { request } from '#test/support/http/request.ts'
import { returnedOf } from '#test/support/model/returned.ts'
import { priced } from '#test/support/model/sale.ts'
import type { MoneyWorld } from '#test/support/payments/money-world.ts'
import { saleOf } from './history.ts'
import { moneyFacts } from './money-checks.ts'
import type { Finding, SoldOrder } from './sold-cart.ts'
import { begunBefore, type Offered, type Stall } from './stall.ts'

const growsMs = 30 * 24 * 3_600_000

/**
 * The files of every whole gallery that was bought: all photos that it had then are the buyer's, whatever became of them,
 * and those that came within 30 days, but for excepted ones that came after it was paid, and no others. None of them opens once the price went back; it
 * may come back at any later time, and then all of them do.
 * @param isGrown Every order was looked at since the last photo came: nothing may be missing.
 */
export const judgeFiles = async (
  world: MoneyWorld,
  stall: Stall,
  { isGrown }: { isGrown: boolean },
): Promise<Finding[]> => {
  const { orders, lines } = moneyFacts(world)
  const found: Finding[] = []
  for (const order of orders.filter(({ status }) => status === 'completed')) {
    const items = lines.filter(({ orderId }) => orderId === order.id).toSorted((a, b) => a.line - b.line)
    if (!items.some(({ kind }) => kind === 'gallery')) continue
    const sold = { order, items }
    const { sale } = saleOf(world, stall, sold)
    const back = returnedOf(sale)
    for (const [place, { netPence }] of priced(sale).entries()) {
      const item = items[place]
      if (item?.kind !== 'gallery') continue
      const { refundedPence = 0, lostPence = 0 } = back[place] ?? {}
      const isBack = netPence > 0 && refundedPence + lostPence >= netPence
      const files = await filesOf(world, item)
      const wrong = (what: string) =>
        found.push({ rule: 'files of a whole', subject: `${order.number} ${item.line}`, found: what })
      for (const what of wrongFiles(world, stall, { sold, item, files, isGrown })) wrong(what)
      const isOpen = await opens(world, item, files)
      if (isOpen === isBack) wrong(isBack ? 'opened, though its price went back' : 'not opened')
    }
  }
  return found
}

type Files = { number: number; photoId: PhotoId }[]
const filesOf = async (world: MoneyWorld, item: OrderItem): Promise<Files> => {
  const store = orderFileStore(world.table)
  const files: Files = []
  for (let from: number | null = 0; from !== null; ) {
    const page: Awaited<ReturnType<typeof store.page>> = await store.page(item, from)
    files.push(...page.files.map(({ number, file }) => ({ number, photoId: file.photoId })))
    from = page.next
  }
  return files
}

type Looked = { sold: SoldOrder; item: OrderItem; files: Files; isGrown: boolean }
const wrongFiles = (world: MoneyWorld, stall: Stall, { sold, item, files, isGrown }: Looked): string[] => {
  const at = new Date(sold.order.createdAt).getTime()
  const begun = begunBefore(stall, at)
  const boughtAt = new Date(sold.order.paidAt ?? sold.order.createdAt).getTime()
  const until = boughtAt + growsMs
  const ids = new Set(files.map(({ photoId }) => photoId))
  const isHere = ({ gallery }: Offered) => gallery === item.galleryId
  const isForBuyer = ({ isExcepted, addedAt }: Offered) => !isExcepted || addedAt < boughtAt
  const mustHave = (each: Offered) =>
    isHere(each) &&
    ((each.addedAt <= begun && each.removedAt > at) ||
      (isGrown && each.removedAt === Infinity && isForBuyer(each) && each.addedAt < until))
  const mayHave = (each: Offered) =>
    isHere(each) && each.removedAt >= begun && (each.addedAt <= at || (isForBuyer(each) && each.addedAt <= until))
  const missing = [...stall.offered].filter(([photoId, each]) => mustHave(each) && !ids.has(photoId))
  const foreign = [...ids].filter((photoId) => {
    const each = stall.offered.get(photoId)
    return !each || !mayHave(each)
  })
  const unkept = [...ids].filter((photoId) => {
    const photo = world.table.stored(`PHOTO#${photoId}`, 'PHOTO')
    return photo?.isOrdered === false && (isGrown || !(String(photo.heldUntil) > stamp(world.now())))
  })
  return [
    ...(missing.length > 0 ? [`${missing.map(([photoId]) => photoId)} are missing`] : []),
    ...(foreign.length > 0 ? [`${foreign} are no part of it`] : []),
    ...(unkept.length > 0 ? [`${unkept} are not kept`] : []),
    ...(ids.size === files.length ? [] : [`${files.length} files of ${ids.size} photos`]),
    ...(files.length === item.fileCount ? [] : [`${files.length} files, its line says ${item.fileCount}`]),
  ]
}

/** Whether its buyer is shown its files and gets the last of them. */
const opens = async (world: MoneyWorld, { orderId, line }: OrderItem, files: Files): Promise<boolean> => {
  const file = files.at(-1)?.number ?? 1
  const params = { orderId, line }
  const asked = [
    () => world.files(request(api.orders.endpoints.files, { params, query: { from: 0 } })),
    () => world.download(request(api.orders.endpoints.download, { params, body: { size: 'original', file } })),
  ]
  const given = await Promise.all(
    asked.map((ask) =>
      ask().then(
        () => true,
        (error: unknown) => {
          if (error instanceof AppError && error.code === 'not_purchased') return false
          throw error
        },
      ),
    ),
  )
  if (given[0] !== given[1]) throw new Error(`Order ${orderId}: files ${given[0]}, download ${given[1]}`)
  return given.every(Boolean)
}

/** Every order opened with all of its lines, or none of them is left; for a moment at which the chores are done. */
export const unopenedFindings = (world: MoneyWorld): Finding[] => {
  const items = world.table.peek()
  const opened = new Set(items.filter(({ SK }) => SK === 'META').map(({ PK }) => PK))
  const left = items.filter(
    ({ PK, SK }) => String(PK).startsWith('ORDER#') && /^(ITEM|FILE)#/.test(String(SK)) && !opened.has(PK),
  )
  return [...new Set(left.map(({ PK }) => String(PK)))].map((subject) => ({
    rule: 'no lines without an order',
    subject,
    found: String(left.filter(({ PK }) => PK === subject).length),
  }))
}
