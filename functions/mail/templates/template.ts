import type * as z from 'zod'
import { type Trader, unnamedTrader } from '#schema/trader.ts'
import { type Letter, type Mail, written } from './markup.ts'

/**
 * A mail as data in, words out; what was stored is parsed before it is read. `undefined`: it is no mail itself, and the
 * outbox knows what it stands for. Every mail ends with who runs the installation.
 */
export const template = <S extends z.ZodType>(
  data: S,
  render: (data: z.output<S>, trader: Trader) => Letter | undefined,
) => ({
  data,
  /** @param unsubscribePage Where whom it goes to has enough of it; absent where the mail is owed to them. */
  render: (stored: unknown, trader: Trader = unnamedTrader, unsubscribePage?: string): Mail | undefined => {
    const letter = render(data.parse(stored), trader)
    return letter && written(letter, trader, unsubscribePage)
  },
})
