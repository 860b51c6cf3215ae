import * as z from 'zod'
import { listOperation, type Operation, operation } from '../http/operation.ts'
import { text } from '../http/params.ts'
import { PLATFORM } from '../world.ts'
import { asOfNow, balanceOf } from './balance-ledger.ts'

export const balanceOperations: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/v1/balance',
    params: z.strictObject({}),
    run({ account, world }) {
      const { available, pending } = balanceOf(world, account ?? PLATFORM)
      const inPounds = (amount: number) => [{ amount, currency: 'gbp', source_types: { card: amount } }]
      return { object: 'balance', available: inPounds(available), livemode: false, pending: inPounds(pending) }
    },
  }),
  listOperation({
    path: '/v1/balance_transactions',
    filters: { type: text().optional() },
    candidates({ params, account, world }) {
      return world.state.balanceEntries
        .where('owner', account ?? PLATFORM)
        .filter(({ transaction }) => transaction.type === (params.type ?? transaction.type))
        .map(({ transaction }) => asOfNow(world, transaction))
    },
  }),
]
