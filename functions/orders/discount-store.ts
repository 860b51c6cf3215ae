import { createHash } from 'node:crypto'
import type { Table } from '#functions/shared/table/writes.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import { Discount } from '#schema/entities/discount.ts'
import type { UserId } from '#schema/ids.ts'
import { comparableCode } from '#schema/text.ts'
import { discountKeys } from './discount-writes.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** Codes are compared without case and blanks. */
export const codeHashOf = (code: string): string => sha256(comparableCode(code))
/** As codes were kept before: exactly as written, without surrounding space. */
const exactHashOf = (code: string): string => sha256(code.trim())

/** A photographer's: two may choose the same word. */
export const ownCodeHashOf = (photographer: UserId, code: string): string =>
  sha256(`${photographer} ${comparableCode(code)}`)

/** Whether the code is on, and this is its time; the transaction that uses it checks both again. */
export const isInForce = ({ isActive, startsAt, expiresAt }: Discount, at: string): boolean =>
  isActive && (startsAt === null || startsAt <= at) && (expiresAt === null || expiresAt > at)

/** Whether a use of the code is left; one that is held by an order which is not paid yet is none. */
export const hasUseLeft = ({ maxUses, uses }: Pick<Discount, 'maxUses' | 'uses'>): boolean =>
  maxUses === null || uses < maxUses

/** Whether none is left, and one is as soon as one comes back: late payments take the uses above the maximum. */
export const lacksOneUse = ({ maxUses, uses }: Pick<Discount, 'maxUses' | 'uses'>): boolean =>
  !hasUseLeft({ maxUses, uses }) && hasUseLeft({ maxUses, uses: uses - 1 })

/**
 * Discount codes as data.
 * @param launchCode The installation's own code, from its settings: 100%, made the first time somebody enters it.
 */
export const discountStore = (table: Table, launchCode: () => Promise<string>) => {
  /** Creates a code, or answers the one that is there. */
  const create = async (discount: Discount): Promise<Discount> => {
    const written = await table.write(put({ ...discountKeys.discount(discount.codeHash), ...discount }, 'absent'))
    return written.ok ? discount : Discount.parse(written.before)
  }

  return {
    create,

    async find(code: string, at: string): Promise<Discount | undefined> {
      const codeHash = codeHashOf(code)
      const item =
        (await table.get(discountKeys.discount(codeHash))) ??
        (await table.get(discountKeys.discount(exactHashOf(code))))
      if (item) return Discount.parse(item)
      if (codeHash !== codeHashOf(await launchCode())) return undefined
      return create(
        Discount.parse({
          codeHash,
          percent: 100,
          isActive: true,
          expiresAt: null,
          maxUses: null,
          uses: 0,
          createdAt: at,
        }),
      )
    },

    /** The codes of these photographers that are so called, each once. */
    async findOwn(code: string, photographers: readonly UserId[]): Promise<Discount[]> {
      const hashes = photographers.map((userId) => ownCodeHashOf(userId, code))
      const items = await table.getMany(hashes.map(discountKeys.discount))
      return items.map((item) => Discount.parse(item))
    },

    /** A photographer's codes, in no order. */
    async listOf(userId: UserId): Promise<Discount[]> {
      const { items } = await table.query({ partition: discountKeys.ofOwner(userId, '').PK, consistent: true })
      const found = await table.getMany(items.map(({ codeHash }) => discountKeys.discount(String(codeHash))))
      return found.map((item) => Discount.parse(item))
    },

    /** Makes a photographer's code. @returns the one that is there already. */
    async makeOwn(discount: Discount, userId: UserId): Promise<Discount | undefined> {
      const { codeHash } = discount
      const made = await table.transact([
        put({ ...discountKeys.discount(codeHash), ...discount }, 'absent'),
        put({ ...discountKeys.ofOwner(userId, codeHash), codeHash, photographerId: userId }, 'absent'),
      ])
      if (made.ok) return undefined
      const before = await table.get(discountKeys.discount(codeHash))
      return before ? Discount.parse(before) : discount
    },

    /** Switches a photographer's code. @returns `undefined` where it is not theirs. */
    async setActive(
      codeHash: string,
      { userId, isActive }: { userId: UserId; isActive: boolean },
    ): Promise<Discount | undefined> {
      const key = discountKeys.discount(codeHash)
      const when = { photographerId: is.equal(userId) }
      const written = await table.write(update(key, { set: { isActive }, when }))
      return written.ok ? Discount.parse(written.item) : undefined
    },

    /** The code of an order, which knows its hash alone. */
    async findByHash(codeHash: string): Promise<Discount | undefined> {
      const item = await table.get(discountKeys.discount(codeHash))
      return item && Discount.parse(item)
    },

    /** Switches a code off. @returns whether there is such a code. */
    async disable(code: string): Promise<boolean> {
      for (const codeHash of [codeHashOf(code), exactHashOf(code)]) {
        const key = discountKeys.discount(codeHash)
        if ((await table.write(update(key, { set: { isActive: false }, when: 'present' }))).ok) return true
      }
      return false
    },
  }
}
export type DiscountStore = ReturnType<typeof discountStore>
