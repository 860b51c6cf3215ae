import type { NewSession } from '#functions/payments/payments.ts'
import { formatCount } from '#schema/counts.ts'
import type { OrderItem } from '#schema/entities/order.ts'
import { addPence } from '#schema/money.ts'
import { soldAsOf, soldName } from '#schema/web-size.ts'

type SessionLine = NewSession['lines'][number]
type Line = Pick<OrderItem, 'title' | 'size' | 'upgradeOf' | 'netPence' | 'fileCount' | 'galleryId' | 'galleryTitle'>

/** A session in payment mode takes 100 lines: https://docs.stripe.com/api/checkout/sessions/create (`line_items`). */
const mostLines = 100
/** Shown on Stripe's page; a title of ours is at most half as long. */
const nameLength = 250

const named = (name: string, amountPence: number): SessionLine => ({
  name: [...name].slice(0, nameLength).join(''),
  amountPence,
})
/** A whole gallery is one line of many photos. */
const photos = (lines: readonly Line[]): string => {
  const count = lines.reduce((sum, { fileCount }) => sum + fileCount, 0)
  return `${formatCount(count)} ${count === 1 ? 'photo' : 'photos'}`
}
const sumOf = (lines: readonly Line[]): number => addPence(lines.map(({ netPence }) => netPence))

/**
 * What the buyer reads on Stripe's page: a line for each photo that costs something; of more than 100 a line for each
 * gallery; of more than 100 galleries one line. The sum is always the order's total.
 */
export const sessionLines = (items: readonly Line[]): SessionLine[] => {
  const paid = items.filter(({ netPence }) => netPence > 0)
  if (paid.length <= mostLines)
    return paid.map((line) => named(soldName(line.title || 'Photo', soldAsOf(line)), line.netPence))
  const galleries = [...Map.groupBy(paid, ({ galleryId }) => galleryId).values()]
  if (galleries.length > mostLines) return [named(photos(paid), sumOf(paid))]
  return galleries.map((lines) => named(`${lines[0]?.galleryTitle}: ${photos(lines)}`, sumOf(lines)))
}
