import type { ErrorCode } from '#schema/errors.ts'

const problems: readonly ErrorCode[] = [
  'invalid_discount_code',
  'code_for_others',
  'code_minimum',
  'code_for_another',
  'code_used_up',
]

/** The discount code cannot be used for this order: it is back in its field, with the reason. */
export const isAboutCode = (code: ErrorCode | undefined): boolean => code !== undefined && problems.includes(code)

/** It holds for another address, or no more for this one: a trial, which has none, accepts it. */
export const isOfAddress = (code: ErrorCode | undefined): boolean =>
  code === 'code_for_another' || code === 'code_used_up'

/** A code that is none, and one that is, but not for this. */
export const codeTitleOf = (code: ErrorCode | undefined): string =>
  code === 'invalid_discount_code' ? 'Invalid discount code' : 'Discount code not used'
