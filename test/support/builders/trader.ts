import { Trader } from '#schema/trader.ts'

/** A company that is registered for VAT; "Northlight Pictures Ltd" unless told otherwise. */
export const aTrader = (overrides: Partial<Trader> = {}): Trader =>
  Trader.parse({
    name: 'Northlight Pictures Ltd',
    address: '1 Quay Street, Bristol BS1 4DA',
    companyNumber: '01234567',
    vat: { number: 'GB123456789', percent: 20 },
    ...overrides,
  })
