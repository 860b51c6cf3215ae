import * as z from 'zod'
import { Discount } from '#schema/entities/discount.ts'
import { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { noPence, Price } from '#schema/money.ts'
import { CodeOff } from '#schema/offers.ts'
import { wholeNumber } from '#schema/sentences.ts'
import { comparableCode, Email, requiredLine, Timestamp } from '#schema/text.ts'
import { endpoint } from './endpoint.ts'

const shortCode = `Please use at least ${limits.code.minLength} letters and numbers.`

/** A photographer's code as its owner sees it. */
export const OwnCode = Discount.omit({ codeHash: true, percent: true, photographerId: true, lateUses: true }).extend({
  id: z.string(),
  code: z.string(),
  off: CodeOff,
})
export type OwnCode = z.infer<typeof OwnCode>

/** `galleryTitle` is that of its one gallery; `null` where it is for all of them, or the gallery is gone. */
export const ListedCode = OwnCode.extend({ galleryTitle: z.string().nullable() })
export type ListedCode = z.infer<typeof ListedCode>

export const MakeCode = z
  .object({
    code: requiredLine(limits.code.maxLength, 'Please fill in the code.').refine(
      (code) => comparableCode(code).length >= limits.code.minLength,
      shortCode,
    ),
    off: CodeOff,
    galleryId: GalleryId.nullable().default(null),
    clientEmail: z.union([z.literal('').transform(() => null), z.null(), Email]).default(null),
    startsAt: Timestamp.nullable().default(null),
    expiresAt: Timestamp.nullable().default(null),
    minimumPence: Price.default(noPence),
    maxUses: wholeNumber(1, limits.code.maxUses).nullable().default(null),
    maxUsesPerEmail: wholeNumber(1, limits.code.maxUses).nullable().default(null),
  })
  .refine(({ startsAt, expiresAt }) => startsAt === null || expiresAt === null || startsAt < expiresAt, {
    path: ['expiresAt'],
    error: 'Please choose a day after the first.',
  })
export type MakeCode = z.infer<typeof MakeCode>

/** The codes with which a photographer makes their own photos cheaper. */
export const codeEndpoints = {
  codes: endpoint({
    method: 'GET',
    path: '/me/codes',
    access: 'photographer',
    summary: 'Own discount codes, newest first, with their uses and what was sold with them',
    response: z.object({ items: z.array(ListedCode) }),
    errors: [],
  }),
  makeCode: endpoint({
    method: 'POST',
    path: '/me/codes',
    access: 'subscriber',
    summary: 'Makes a discount code for the own photos',
    body: MakeCode,
    response: OwnCode,
    errors: ['trial_expired', 'code_taken', 'too_many_codes', 'gallery_not_found'],
  }),
  changeCode: endpoint({
    method: 'PATCH',
    path: '/me/codes/{codeId}',
    access: 'photographer',
    summary: 'Switches an own discount code on or off',
    params: z.object({ codeId: z.string().regex(/^[0-9a-f]{64}$/) }),
    body: z.object({ isActive: z.boolean() }),
    response: OwnCode,
    errors: ['code_not_found'],
  }),
}
