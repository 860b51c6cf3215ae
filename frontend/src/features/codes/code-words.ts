import { countOf } from '#frontend/shared/format/counts.ts'
import { formatDay } from '#frontend/shared/format/dates.ts'
import type { ListedCode, OwnCode } from '#schema/api/codes.ts'
import { formatPounds } from '#schema/money.ts'
import type { CodeOff } from '#schema/offers.ts'

export const offText = (off: CodeOff): string => {
  switch (off.kind) {
    case 'percent':
      return `${String(off.percent)}% off`
    case 'amount':
      return `${formatPounds(off.amountPence)} off`
    case 'included':
      return `${countOf(off.photos, 'photo')} included`
  }
}

/** What else a code asks for, each in a few words. */
export const termsOf = (code: ListedCode): string[] => [
  code.galleryId === null ? 'All galleries' : (code.galleryTitle ?? 'One gallery'),
  ...(code.clientEmail === null ? [] : [`For ${code.clientEmail}`]),
  ...(code.startsAt === null ? [] : [`From ${formatDay(code.startsAt)}`]),
  ...(code.expiresAt === null ? [] : [`Until ${formatDay(code.expiresAt)}`]),
  ...(code.minimumPence === 0 ? [] : [`From ${formatPounds(code.minimumPence)} of photos`]),
  ...(code.maxUsesPerEmail === null ? [] : [`${countOf(code.maxUsesPerEmail, 'use')} for each email`]),
]

export const usesText = ({ uses, maxUses }: Pick<OwnCode, 'uses' | 'maxUses'>): string =>
  maxUses === null ? countOf(uses, 'use') : `${String(uses)} of ${countOf(maxUses, 'use')}`
