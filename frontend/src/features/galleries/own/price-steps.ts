import { noPence, type Pence, pence } from '#schema/money.ts'
import type { PriceStep } from '#schema/offers.ts'
import { priceCart } from '#schema/pricing.ts'

/** A step as it is typed. */
export type StepRow = { from: string; percent: string }

/** The rows of the form as one text, so that they are compared and kept as every other setting: "3:10 5:20". */
export const textOf = (rows: readonly StepRow[]): string =>
  rows.map(({ from, percent }) => `${from}:${percent}`).join(' ')
export const rowsOf = (text: string): StepRow[] =>
  text === ''
    ? []
    : text.split(' ').map((row) => {
        const [from = '', percent = ''] = row.split(':')
        return { from, percent }
      })
/** What a number field holds, without what would be taken for the border of another row. */
export const typedNumber = (text: string): string => text.replace(/[\s:]/g, '')

const numberOf = (text: string): number => (text === '' ? Number.NaN : Number(text))

/** The steps of the form; rows at the end that nobody filled in are none. */
export const stepsOf = (text: string): PriceStep[] => {
  const rows = rowsOf(text)
  const last = rows.findLastIndex(({ from, percent }) => from !== '' || percent !== '')
  return rows.slice(0, last + 1).map(({ from, percent }) => ({ from: numberOf(from), percent: numberOf(percent) }))
}

export const textOfSteps = (steps: readonly PriceStep[]): string =>
  textOf(steps.map(({ from, percent }) => ({ from: String(from), percent: String(percent) })))

/** What buyers of one, three, five and all photos pay, and what of it is the photographer's. */
export const previewOf = (eachPence: number, steps: readonly PriceStep[], photoCount: number) => {
  const most = Math.min(500, photoCount)
  const counts = [...new Set([1, 3, 5, ...(most > 5 ? [most] : [])])]
  return counts.map((count) => ({
    count,
    isAll: count === photoCount && count > 5,
    ...sumsOf(count, eachPence, steps),
  }))
}

type PreviewSums = { paysPence: Pence; getsPence: Pence }
const sumsOf = (count: number, eachPence: number, steps: readonly PriceStep[]): PreviewSums => {
  const line = { pricePence: pence(eachPence), galleryId: 'one', photographerId: 'you' }
  const { totalPence, earningsPence } = priceCart(Array(count).fill(line), new Map([['one', { steps }]]))
  return { paysPence: totalPence, getsPence: earningsPence }
}

/** The first step at which one more photo costs the buyer less than they would have paid without it. */
export const cliffOf = (eachPence: number, steps: readonly PriceStep[]): PriceStep | undefined =>
  eachPence === noPence
    ? undefined
    : steps.find(({ from }) => sumsOf(from, eachPence, steps).paysPence < sumsOf(from - 1, eachPence, steps).paysPence)
