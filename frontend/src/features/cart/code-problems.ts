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

/** A code that is none, and one that is, but not for this. */
export const codeTitleOf = (code: ErrorCode | undefined): string =>
  code === 'invalid_discount_code' ? 'Invalid discount code' : 'Discount code not used'
