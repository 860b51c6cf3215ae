import * as z from 'zod'
import { formatCount } from './counts.ts'

/**
 * Money is an integer of pence in pounds sterling. This file is the only one that does arithmetic on it.
 * Rules: fee 10% of the total after discount, to the nearest penny, half up, split by largest remainder
 * (docs/money.md, "What a sale is").
 */

/** £100,000: far above any photograph, far below what loses precision and what Stripe takes at once (£999,999.99). */
export const maxPence = 10_000_000

/** A price, an order's total, a fee or a share: pence, 0 to £100,000. */
export const Pence = z.int().min(0).max(maxPence).brand<'Pence'>()
export type Pence = z.infer<typeof Pence>

export const noPrice = 'Please enter a price from £0 to £100,000, for example 14.99.'
/** A price that a photographer sets, in pence like any amount, with its own messages for refusals. */
export const Price = z.int(noPrice).min(0, noPrice).max(maxPence, noPrice).brand<'Pence'>()

/** A sum that may be below zero (an available balance after a refund), in pence. */
export const SignedPence = z.int().brand<'SignedPence'>()
export type SignedPence = z.infer<typeof SignedPence>

/** A sum over many sales, in pence, without the limit of a single price. */
export const SumPence = z.int().min(0).brand<'SumPence'>()
export type SumPence = z.infer<typeof SumPence>

export const noPence = Pence.parse(0)
export const defaultPricePence = Pence.parse(1500)
/** The share of the platform: 10% (specification, section 9). */
export const feePercent = 10
/** The card provider takes nothing under 30p (Stripe: minimum charge amounts, GBP). */
export const minimumChargePence = Pence.parse(30)
/** What one order costs at least, where it costs anything: the installation's choice, at most £50. */
export const MinimumOrder = Pence.min(minimumChargePence).max(5_000)

export const pence = (amount: number): Pence => Pence.parse(amount)
export const addPence = (amounts: readonly number[]): Pence => Pence.parse(amounts.reduce((sum, each) => sum + each, 0))
/** A sum in which parts may be negative, exact. */
export const sumPence = (amounts: readonly number[]): SignedPence =>
  SignedPence.parse(amounts.reduce((sum, each) => sum + each, 0))
export const takePence = (from: number, amount: number): Pence => Pence.parse(from - amount)
export const negatePence = (amount: number): SignedPence => SignedPence.parse(amount === 0 ? 0 : -amount)

/** `amount × numerator ÷ denominator` to the nearest penny, half up; exact in integers. */
export const ratioOf = (amount: number, numerator: number, denominator: number): Pence =>
  Pence.parse(Math.floor((2 * amount * numerator + denominator) / (2 * denominator)))

/** The part of `amount` that a tax of `percent` on top of the rest makes, to the nearest penny, half up. */
export const includedPence = (amount: number, percent: number): Pence => ratioOf(amount, percent, 100 + percent)

/** The platform's fee on an order's total after discount. */
export const feeOf = (totalPence: Pence): Pence => ratioOf(totalPence, feePercent, 100)

/**
 * Splits `whole` over `weights` so that the parts sum to the whole: each gets its floor, the pennies left go to the
 * largest remainders, the earlier part first among equals. With all weights 0 every part is 0 and `whole` must be 0.
 */
export const splitPence = (whole: Pence, weights: readonly number[]): Pence[] => {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  if (total === 0) {
    if (whole !== 0) throw new RangeError('Cannot split a sum over nothing.')
    return weights.map(() => Pence.parse(0))
  }
  const shares = weights.map((weight, index) => {
    const product = BigInt(whole) * BigInt(weight)
    return { index, floor: Number(product / BigInt(total)), remainder: product % BigInt(total) }
  })
  const left = whole - shares.reduce((sum, share) => sum + share.floor, 0)
  const favoured = new Set(
    shares
      .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
      .slice(0, left)
      .map((share) => share.index),
  )
  return shares.map((share) => Pence.parse(share.floor + (favoured.has(share.index) ? 1 : 0)))
}

/** "£1,213.50", "-£2.00": en-GB pounds. */
export const formatPounds = (amountPence: number): string => {
  const size = Math.abs(amountPence)
  const [whole, part] = [Math.trunc(size / 100), String(size % 100).padStart(2, '0')]
  return `${amountPence < 0 ? '-' : ''}£${formatCount(whole)}.${part}`
}

/**
 * What a form's price field holds ("15", "0.5", "14.99", "7,50") in pence; `undefined` when it is not a price. A comma
 * before one or two digits is a decimal point: the number keyboards of many phones have no other.
 */
export const parsePounds = (text: string): Pence | undefined => {
  const match = /^(?:£\s*)?(\d{0,6})(?:[.,](\d{0,2}))?$/.exec(text.trim())
  if (!match || `${match[1] ?? ''}${match[2] ?? ''}` === '') return undefined
  const parsed = Pence.safeParse(Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')))
  return parsed.success ? parsed.data : undefined
}
