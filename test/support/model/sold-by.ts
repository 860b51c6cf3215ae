import type { Sale } from './facts.ts'
import { total } from './pence.ts'
import { returnedOf } from './returned.ts'
import { priced, type SoldLine } from './sale.ts'

/** What was paid for one photographer's photos by one offer, what of that is theirs, and what the buyer has back of it. */
export type OfferSums = { netPence: number; sharePence: number; returnedPence: number }

/** A photo is sold by steps where its gallery has a step for so many photos as the cart has of it, and else alone. */
export const soldByOffer = (sale: Sale, seller: string): Map<SoldLine['offer'], OfferSums> => {
  const back = returnedOf(sale)
  const theirs = priced(sale)
    .map((line, place) => {
      const { refundedPence = 0, lostPence = 0 } = back[place] ?? {}
      return { ...line, returnedPence: refundedPence + lostPence }
    })
    .filter((line) => line.seller === seller)
  return new Map(
    (['alone', 'steps', 'whole'] as const).flatMap((offer) => {
      const own = theirs.filter((line) => line.offer === offer)
      if (own.length === 0) return []
      const sums = {
        netPence: total(own.map(({ netPence }) => netPence)),
        sharePence: total(own.map(({ netPence, feePence }) => netPence - feePence)),
        returnedPence: total(own.map(({ returnedPence }) => returnedPence)),
      }
      return [[offer, sums] as const]
    }),
  )
}

/** What the buyer has back of all that is one photographer's. */
export const returnedTo = (sale: Sale, seller: string): number =>
  total([...soldByOffer(sale, seller).values()].map(({ returnedPence }) => returnedPence))
