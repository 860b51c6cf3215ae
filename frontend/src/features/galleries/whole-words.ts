import { countOf } from '#frontend/shared/format/counts.ts'
import { formatPounds, type Pence } from '#schema/money.ts'

/** "For £6.00 more you get all 140 photos." */
export const nearText = (morePence: Pence, photoCount: number): string =>
  `For ${formatPounds(morePence)} more you get all ${countOf(photoCount, 'photo')}.`

type Same = { readonly pence: Pence; readonly isCertain: boolean }
type Chosen = { readonly count: number; readonly hasOthers: boolean; readonly photoCount: number }
/** Photos that cost as much as their whole gallery. With a code the cart may find another way cheaper, and never asks more. */
export const sameText = ({ pence, isCertain }: Same, { count, hasOthers, photoCount }: Chosen): string => {
  const costs = count === 1 ? 'it costs' : 'they cost'
  const these = hasOthers ? `With what is in your cart ${costs}` : count === 1 ? 'It costs' : 'They cost'
  return isCertain
    ? `${these} as much as the whole gallery: you get all ${countOf(photoCount, 'photo')} for ${formatPounds(pence)}.`
    : `${these} as much as the whole gallery: at most ${formatPounds(pence)}.`
}
