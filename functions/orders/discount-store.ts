import { createHash } from 'node:crypto'
import type { Table } from '#functions/shared/table/writes.ts'
import { put, update } from '#functions/shared/table/writes.ts'
import { Discount } from '#schema/entities/discount.ts'
import { comparableCode } from '#schema/text.ts'
import { discountKeys } from './discount-writes.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** Codes are compared without case and blanks. */
export const codeHashOf = (code: string): string => sha256(comparableCode(code))
/** As codes were kept before: exactly as written, without surrounding space. */
const exactHashOf = (code: string): string => sha256(code.trim())

/** Whether the code may be used now; the transaction that uses it checks the same again. */
export const isUsable = ({ isActive, expiresAt, maxUses, uses }: Discount, at: string): boolean =>
  isActive && (expiresAt === null || expiresAt > at) && (maxUses === null || uses < maxUses)

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
      return create({
        codeHash,
        percent: 100,
        isActive: true,
        expiresAt: null,
        maxUses: null,
        uses: 0,
        lateUses: 0,
        createdAt: at,
      })
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
