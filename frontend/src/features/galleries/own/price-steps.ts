import type { PriceStep } from '#schema/offers.ts'

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
