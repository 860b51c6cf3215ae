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
 * which knows no address, showed another one, theirs is charged instead if it sells the same for less, and what was shown
 * otherwise.
 * @returns Nothing where the buyer has seen neither of these totals.
 * @throws AppError `code_for_another` when the code, or the total that was shown for it, is that of a client with another
 * mailbox; `code_for_others` or `code_minimum` when no code of that name is for these photos.
 */
export const pricedFor = (
  choice: Choice,
  codes: readonly Discount[],
  { email, seenPence, minimumPence }: Buyer,
): Priced | undefined => {
  const shown = shownOf(choice, codes)
  const mailbox = mailboxOf(email)
  const theirs = codes
    .filter(({ clientEmail }) => clientEmail === null || mailboxOf(clientEmail) === mailbox)
    .filter((discount) => priceOffers(choice, discount).code === 'applied')
  if (codes.length > 0 && theirs.length === 0) throw new AppError('code_for_another')
  const own = cheapestOf(choice, theirs)
  const isSeen = ({ priced }: Priced) => seenPence === undefined || seenPence === priced.totalPence
  if (seenPence === undefined || own.discount === shown.discount || !isSeen(shown)) return isSeen(own) ? own : undefined
  const ownPence = own.priced.totalPence
  const isPayable = ownPence === 0 || ownPence >= minimumPence
  if (isPayable && ownPence <= seenPence && contentsOf(own) === contentsOf(shown)) return own
  if (theirs.some((discount) => discount === shown.discount)) return shown
  throw new AppError('code_for_another')
}
