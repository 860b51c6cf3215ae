import { busy } from '#functions/shared/http/outage.ts'
import type { AppError } from '#schema/errors.ts'

/** The card provider takes no more at this moment; what was asked may be asked again with the same key. */
export const paymentsBusy = (): AppError => busy('Very many people are paying at this moment.')
