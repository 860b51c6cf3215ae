import type * as z from 'zod'
import { endOfDay, startOfDay } from '#frontend/shared/format/form-dates.ts'
import { priceOf } from '#frontend/shared/forms/price.ts'
import type { MakeCode } from '#schema/api/codes.ts'

const kinds = ['percent', 'amount', 'included'] as const
export type Kind = (typeof kinds)[number]
export const isKind = (text: string): text is Kind => kinds.some((kind) => kind === text)

/** What the fields hold. */
export type CodeValues = {
  code: string
  kind: Kind
  value: string
  galleryId: string
  clientEmail: string
  startsOn: string
  endsOn: string
  minimum: string
  maxUses: string
  maxUsesPerEmail: string
}
export const noCode: CodeValues = {
  code: '',
  kind: 'percent',
  value: '',
  galleryId: '',
  clientEmail: '',
  startsOn: '',
  endsOn: '',
  minimum: '',
  maxUses: '',
  maxUsesPerEmail: '',
}

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))
const countOrNone = (text: string): number | null => (text.trim() === '' ? null : Number(text))

const offOf = ({ kind, value }: CodeValues): z.input<typeof MakeCode>['off'] => {
  switch (kind) {
    case 'percent':
      return { kind, percent: numberOf(value) }
    case 'amount':
      return { kind, amountPence: priceOf(value, { whenEmpty: Number.NaN }) }
    case 'included':
      return { kind, photos: numberOf(value) }
  }
}
/** Where the contract keeps the number of each kind. */
export const valuePaths: Readonly<Record<Kind, string>> = {
  percent: 'off.percent',
  amount: 'off.amountPence',
  included: 'off.photos',
}

export const bodyOf = (values: CodeValues): z.input<typeof MakeCode> => ({
  code: values.code,
  off: offOf(values),
  galleryId: values.galleryId === '' ? null : values.galleryId,
  clientEmail: values.clientEmail.trim(),
  startsAt: values.startsOn === '' ? null : startOfDay(values.startsOn),
  expiresAt: values.endsOn === '' ? null : endOfDay(values.endsOn),
  minimumPence: priceOf(values.minimum, { whenEmpty: 0 }),
  maxUses: countOrNone(values.maxUses),
  maxUsesPerEmail: countOrNone(values.maxUsesPerEmail),
})
