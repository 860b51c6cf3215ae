import { codeHashOf } from '#functions/orders/discount-store.ts'
import { Discount } from '#schema/entities/discount.ts'

/** A code that takes everything off, for as often as it likes. */
export const aDiscount = ({
  code = 'HARBOUR',
  ...overrides
}: Omit<Partial<Discount>, 'code'> & { code?: string } = {}): Discount =>
  Discount.parse({
    codeHash: codeHashOf(code),
    percent: 100,
    isActive: true,
    expiresAt: null,
    maxUses: null,
    uses: 0,
    createdAt: '2030-01-01T09:00:00.000Z',
    ...overrides,
  })
