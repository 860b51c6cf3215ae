import * as z from 'zod'

const said = (maxLength: number) => z.string().trim().min(1).max(maxLength)

/**
 * Who runs this installation, as the law wants customers to be told: in the United Kingdom a company's letters name it,
 * its number and its registered office (Company, Limited Liability Partnership and Business (Names and Trading
 * Disclosures) Regulations 2015, regulations 24 and 25), and a receipt of who is registered for VAT shows the number
 * and the VAT in the price (VAT Regulations 1995, regulations 14 and 16). What is not set is left out.
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
