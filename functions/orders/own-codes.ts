import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import { type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { OwnCode } from '#schema/api/codes.ts'
import type { Discount } from '#schema/entities/discount.ts'
import { AppError } from '#schema/errors.ts'
import { limits } from '#schema/limits.ts'
import { SumPence } from '#schema/money.ts'
import { type DiscountStore, ownCodeHashOf } from './discount-store.ts'

type Parts = {
  discounts: Pick<DiscountStore, 'listOf' | 'makeOwn' | 'setActive'>
  galleries: Pick<GalleryStore, 'getOwn' | 'getMany'>
  throttle: Pick<Throttle, 'count'>
  now: Clock
}

const noneSold = SumPence.parse(0)

const ownCode = (discount: Discount): OwnCode => OwnCode.parse({ ...discount, id: discount.codeHash })

export const listCodes =
  ({ discounts, galleries }: Pick<Parts, 'discounts' | 'galleries'>): Operation<typeof api.orders.endpoints.codes> =>
  async ({ caller }) => {
    const codes = await discounts.listOf(caller.userId)
    const found = await galleries.getMany(codes.flatMap(({ galleryId }) => galleryId ?? []))
    const titles = new Map(found.map(({ id, title }) => [id, title]))
    return {
      items: codes
        .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))
        .map((code) => ({
          ...ownCode(code),
          galleryTitle: code.galleryId === null ? null : (titles.get(code.galleryId) ?? null),
        })),
    }
  }

/** Two words that differ in case and blanks alone are one code: its owner is told which it is. */
export const makeCode =
  ({ discounts, galleries, throttle, now }: Parts): Operation<typeof api.orders.endpoints.makeCode> =>
  async ({ body, caller: { userId } }) => {
    await throttle.count('codesPerUser', userId)
    if (body.galleryId !== null) await galleries.getOwn(body.galleryId, userId)
    const known = await discounts.listOf(userId)
    if (known.length >= limits.code.most) throw new AppError('too_many_codes')
    const discount: Discount = {
      ...body,
      codeHash: ownCodeHashOf(userId, body.code),
      photographerId: userId,
      percent: body.off.kind === 'percent' ? body.off.percent : 0,
      isActive: true,
      uses: 0,
      lateUses: 0,
      soldPence: noneSold,
      returnedPence: noneSold,
      createdAt: stamp(now()),
    }
    const before = await discounts.makeOwn(discount, userId)
    if (before) throw new AppError('code_taken', { code: before.code })
    return ownCode(discount)
  }

/** Terms are never changed: orders that are being paid were opened by them. */
export const changeCode =
  ({ discounts }: Pick<Parts, 'discounts'>): Operation<typeof api.orders.endpoints.changeCode> =>
  async ({ params: { codeId }, body: { isActive }, caller }) => {
    const changed = await discounts.setActive(codeId, { userId: caller.userId, isActive })
    if (!changed) throw new AppError('code_not_found')
    return ownCode(changed)
  }
