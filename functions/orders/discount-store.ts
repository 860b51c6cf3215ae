import { createHash } from 'node:crypto'
import type { Assert, Key, Table, Write } from '#functions/shared/table/writes.ts'
import { assert, is, put, remove, update } from '#functions/shared/table/writes.ts'
import { Discount } from '#schema/entities/discount.ts'
import type { OrderId } from '#schema/ids.ts'
import { comparableCode } from '#schema/text.ts'

export const discountKeys = {
  discount: (codeHash: string): Key => ({ PK: `DISCOUNT#${codeHash}`, SK: 'META' }),
  use: (codeHash: string, orderId: OrderId): Key => ({ PK: `DISCOUNT#${codeHash}`, SK: `USE#${orderId}` }),
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** Codes are compared without case and blanks. */
export const codeHashOf = (code: string): string => sha256(comparableCode(code))
/** As codes were kept before: exactly as written, without surrounding space. */
const exactHashOf = (code: string): string => sha256(code.trim())

/** Whether the code may be used now; the transaction that uses it checks the same again. */
export const isUsable = ({ isActive, expiresAt, maxUses, uses }: Discount, at: string): boolean =>
  isActive && (expiresAt === null || expiresAt > at) && (maxUses === null || uses < maxUses)

/** Takes one use for an order. Refused when the code was switched off, changed or used up meanwhile. */
export const discountUse = (discount: Discount, orderId: OrderId, at: string): Write[] => [
  update(discountKeys.discount(discount.codeHash), {
    add: { uses: 1 },
    when: {
      isActive: is.equal(true),
      percent: is.equal(discount.percent),
      expiresAt: is.equal(discount.expiresAt),
      maxUses: is.equal(discount.maxUses),
      ...(discount.maxUses !== null && { uses: is.below(discount.maxUses) }),
    },
  }),
  put({ ...discountKeys.use(discount.codeHash, orderId), orderId, at }, 'absent'),
]

/** Gives the use of an order back that was never paid. */
export const discountReturn = (codeHash: string, orderId: OrderId): Write[] => [
  update(discountKeys.discount(codeHash), { add: { uses: -1 }, when: { uses: is.atLeast(1) } }),
  remove(discountKeys.use(codeHash, orderId), 'present'),
]

/** The order holds its use: it was not given back. */
export const discountUseHeld = (codeHash: string, orderId: OrderId): Assert =>
  assert(discountKeys.use(codeHash, orderId), 'present')

/**
 * Takes the use again that an order had given back, because it was paid after all: whatever became of the code since.
 * @param isOver Also over the maximum, which is counted apart; else refused when that is reached.
 */
export const discountUseAgain = (
  { codeHash, maxUses }: Pick<Discount, 'codeHash' | 'maxUses'>,
  { orderId, at, isOver }: { orderId: OrderId; at: string; isOver: boolean },
): Write[] => [
  update(discountKeys.discount(codeHash), {
    add: { uses: 1, ...(isOver && { lateUses: 1 }) },
    when: isOver || maxUses === null ? 'present' : { uses: is.below(maxUses) },
  }),
  put({ ...discountKeys.use(codeHash, orderId), orderId, at }, 'absent'),
]

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

    /** Nobody may use the code from now on; whether there was one. */
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
