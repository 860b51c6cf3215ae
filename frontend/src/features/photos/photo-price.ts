import { ApiError } from '#frontend/shared/api/api-error.ts'
import { priceOf } from '#frontend/shared/forms/price.ts'
import { Price } from '#schema/money.ts'

/** What stands in a photo's price field, in pence; no number is free (specification, section 5, "Upload"). */
export const photoPriceOf = (text: string): number => priceOf(text, { whenEmpty: 0, whenNoNumber: 0 })

/** Why what stands there is no price, `undefined` when it is one. */
export const priceProblem = (text: string): string | undefined =>
  Price.safeParse(photoPriceOf(text)).error?.issues[0]?.message

/** @throws ApiError as the server would refuse it, without asking: JSON has no way to write what is no number. */
export const checkedPhotoPrice = (text: string): number => {
  const message = priceProblem(text)
  if (message !== undefined) {
    throw new ApiError({ code: 'invalid_request', fields: [{ path: 'pricePence', message }] })
  }
  return photoPriceOf(text)
}
