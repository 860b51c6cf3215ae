import { setTimeout as pause } from 'node:timers/promises'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { erasedList } from '#functions/accounts/erased-list.ts'
import { erasureStore } from '#functions/accounts/erasure-store.ts'
import { indexedRows } from '#functions/accounts/indexed-row-store.ts'
import { liveDeletionBlockers, liveTraceLayout } from '#functions/accounts/live.ts'
import type { PersonalRows } from '#functions/accounts/personal-rows.ts'
import { poolUsers } from '#functions/accounts/pool-users.ts'
import { wholeTableRows } from '#functions/accounts/whole-table-rows.ts'
import { liveOrderFiles, liveOrders } from '#functions/orders/live.ts'
import { liveBalances, liveEarnings } from '#functions/payments/live.ts'
import { liveProofs } from '#functions/proofing/live.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { liveBilling } from '#functions/subscriptions/live.ts'
import { fileEraser } from './erased-files.ts'
import type { Target } from './target.ts'
import { readWholeTable } from './whole-table.ts'

/** Where files lie, where zips do, and then whose tokens and which key of the card provider. */
export const actAsEraser = async (target: Pick<Target, 'actAs'>): Promise<void> => {
  await target.actAs('functions/media/sweep-batch.lambda.ts')
  await target.actAs('functions/zips/make-zips.lambda.ts')
  await target.actAs('functions/accounts/accounts.lambda.ts')
}

/** By the index where every item is in it, else the whole table. */
const liveRows = ({ isWhole }: Reading): PersonalRows =>
  async function* (person) {
    const isIndexed = !isWhole && (await liveTraceLayout().isComplete())
    yield* (isIndexed ? indexedRows(liveTable(), systemClock) : wholeTableRows(readWholeTable))(person)
  }

/** `isWhole`: whether the table is to be read from end to end all the same. */
type Reading = { readonly isWhole: boolean }

/** One process on one machine answers in milliseconds, and its table's indexes never lag. */
const pauseOf = ({ isLocal }: Pick<Target, 'isLocal'>) => (isLocal ? async () => undefined : pause)

/** What erasing needs, over the table of the settings. */
export const erasingParts = (target: Pick<Target, 'isLocal'>, reading: Reading = { isWhole: false }) => {
  // The pool's id ends the issuer's address, here and in the cloud.
  const poolId = new URL(setting('TOKEN_ISSUER')).pathname.slice(1)
  return {
    ...liveProofs(),
    ...liveOrders(),
    balances: liveBalances(),
    orderFiles: liveOrderFiles(),
    earnings: liveEarnings(),
    outstanding: liveDeletionBlockers(),
    erasures: erasureStore(liveTable(), systemClock),
    erasedList: erasedList(liveStorage()),
    rows: liveRows(reading),
    removeFiles: fileEraser(),
    billing: liveBilling(),
    pool: poolUsers(new CognitoIdentityProviderClient({}), poolId),
    now: systemClock,
    wait: pauseOf(target),
  }
}
