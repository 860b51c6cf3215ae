import type { Discount } from '#schema/entities/discount.ts'
import { AppError } from '#schema/errors.ts'
import type { Pence } from '#schema/money.ts'
import { mailboxOf } from '#schema/text.ts'
import { type Choice, cheapestOf, type Priced, priceOffers, shownOf } from './price-offers.ts'

type Buyer = {
  email: string
  /** What the cart showed as the total; unknown to whoever asks without a cart. */
  seenPence: number | undefined
  /** No order above nothing costs less. */
  minimumPence: Pence
}

/** What is sold, as one line for each photo in its size and each whole gallery. */
const contentsOf = ({ priced }: Priced): string =>
  priced.sold
    .map((line) => (line.kind === 'gallery' ? line.gallery.id : `${line.offer.photo.id} ${line.offer.size}`))
    .sort()
    .join()

/**
 * What a cart costs the buyer with this address: of several codes of one name the cheapest that they may use. Where the cart,
 * which knows no address, showed another one, the cheapest of theirs that sells the same for no more, and what was shown
 * where none does.
 * @returns Nothing where the buyer has seen neither of these totals.
 * @throws AppError `code_for_another` when the code, or what was shown for it, is that of a client with another mailbox;
 * `code_for_others` or `code_minimum` when none of theirs is for these photos.
 */
export const pricedFor = (
  choice: Choice,
  codes: readonly Discount[],
  { email, seenPence, minimumPence }: Buyer,
): Priced | undefined => {
  const mailbox = mailboxOf(email)
  const theirs = codes.filter(({ clientEmail }) => clientEmail === null || mailboxOf(clientEmail) === mailbox)
  if (codes.length > 0 && theirs.length === 0) throw new AppError('code_for_another')
  const own = cheapestOf(choice, theirs)
  const shown = shownOf(choice, codes)
  if (seenPence !== shown.priced.totalPence)
    return seenPence === undefined || seenPence === own.priced.totalPence ? own : undefined
  if (own.discount === shown.discount) return own
  const isPayable = (totalPence: Pence) => totalPence === 0 || totalPence >= minimumPence
  const [same] = theirs
    .filter((discount) => priceOffers(choice, discount).code === 'applied')
    .map((discount) => cheapestOf(choice, [discount]))
    .filter((each) => isPayable(each.priced.totalPence) && contentsOf(each) === contentsOf(shown))
    .toSorted((a, b) => a.priced.totalPence - b.priced.totalPence)
  if (same && same.priced.totalPence <= seenPence) return same
  if (theirs.some((discount) => discount === shown.discount)) return shown
  throw new AppError('code_for_another')
}
