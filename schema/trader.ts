import * as z from 'zod'

const said = (maxLength: number) => z.string().trim().min(1).max(maxLength)

/**
 * The company that runs this installation, as the law requires customers to be told. In the United Kingdom:
 * - a company's letters show its name, number and registered office (Company, Limited Liability Partnership and
 * Business (Names and Trading Disclosures) Regulations 2015, regulations 24 and 25);
 * - the receipt of a company that is registered for VAT shows its VAT number and the VAT in the price (VAT Regulations
 * 1995, regulations 14 and 16).
 * Anything that is not set is left out.
 */
export const Trader = z.object({
  name: said(100).nullable(),
  /** Postal address on one line: "1 Quay Street, Bristol BS1 4DA". */
  address: said(300).nullable(),
  companyNumber: said(20).nullable(),
  vat: z
    .object({
      number: said(20),
      /** Whole per cent that prices contain: 20. */
      percent: z.int().min(0).max(99),
    })
    .nullable(),
})
export type Trader = z.infer<typeof Trader>

/** An installation that has not said who runs it. */
export const unnamedTrader: Trader = { name: null, address: null, companyNumber: null, vat: null }
