import * as z from 'zod'
import { OrderId } from './ids.ts'
import { limits } from './limits.ts'
import { maxPence, type Pence, takePence } from './money.ts'

/** What of a photo is sold: the photographer's file, or the smaller one that is made for screens. */
export const PhotoSize = z.enum(['original', 'web'])
export type PhotoSize = z.infer<typeof PhotoSize>

const noWebPrice = 'Please enter a price from £0.01, for example 6.00, or leave it empty.'
/** The price of the Web size. It costs something: what is free is downloaded without an order. */
export const WebPrice = z.int(noWebPrice).min(1, noWebPrice).max(maxPence, noWebPrice).brand<'Pence'>()

type Sold = {
  readonly pricePence: Pence
  readonly webPence: Pence | null
  readonly webKey: string | null
  readonly width: number
  readonly height: number
}

/** Whether the Web size of a photo is another file than its Original: that one has more pixels, and this one is there. */
export const hasSmallerSize = ({ webKey, width, height }: Pick<Sold, 'webKey' | 'width' | 'height'>): boolean =>
  webKey !== null && Math.max(width, height) > limits.rendition.displayPx

/**
 * What the Web size of a photo costs, `null` where it is not for sale (decision 147): there is no such file, the same pixels
 * would be sold twice, or it would not be the cheaper one.
 */
export const webOfferOf = (photo: Sold): Pence | null =>
  photo.webPence !== null && photo.webPence < photo.pricePence && hasSmallerSize(photo) ? photo.webPence : null

/** The least that has to be paid for a photo alone. */
export const lowestPriceOfPhoto = (photo: Sold): Pence => webOfferOf(photo) ?? photo.pricePence

/** A line of an order, by the order's secret id. */
export const BoughtLine = z.object({ orderId: OrderId, line: z.int().min(1).max(100_000) })
export type BoughtLine = z.infer<typeof BoughtLine>

/** What a line of an order is: the Original, the Web size, or the Original for who has bought the Web size. */
export const SoldAs = z.enum(['original', 'web', 'upgrade'])
export type SoldAs = z.infer<typeof SoldAs>
export const soldAsOf = ({ size, upgradeOf }: { size: PhotoSize; upgradeOf: BoughtLine | null }): SoldAs =>
  upgradeOf === null ? size : 'upgrade'

const additions: Record<SoldAs, string> = { original: '', web: ' (Web size)', upgrade: ' (Original, as an upgrade)' }
/** What is sold, in one line: "First light (Web size)". */
export const soldName = (title: string, as: SoldAs): string => `${title}${additions[as]}`

/** What the Original costs who has bought the Web size: its present price less the list price of the Web size then. */
export const upgradePence = (originalPence: Pence, webPence: Pence): Pence =>
  takePence(originalPence, Math.min(originalPence, webPence))
