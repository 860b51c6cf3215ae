import { Duration } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { MarketSecrets } from '#lib/data/market-secrets.ts'
import type { MarketTable, TableUse } from '#lib/data/market-table.ts'
import { MarketFunction, type MarketFunctionProps } from '#lib/functions/market-function.ts'
import type { Sender } from '#lib/mail/sender.ts'
import type { PhotoStorage } from '#lib/media/photo-storage.ts'
import type { Alarms } from '#lib/monitoring/alarms.ts'
import type { Stage } from '#lib/stage.ts'
import type { Storefront } from '#lib/web/storefront.ts'
import type { Schedules } from './schedules.ts'

/** What the constructs of queues and jobs are given to build on. */
export type WorkerContext = {
  readonly stage: Stage
  readonly alarms: Alarms
  readonly table: MarketTable
  readonly secrets: MarketSecrets
  readonly photos: PhotoStorage
  readonly storefront: Storefront
  readonly timed: Schedules
  readonly sender: Sender
}

/** How long a worker may take for a batch, unless it says otherwise. */
export const batchTimeout = Duration.seconds(60)

/** How long a worker waits for one answer of Stripe, unless it says otherwise. */
export const stripeTimeout = Duration.seconds(20)

/** A function that works on the table. */
export const worker = (
  scope: Construct,
  { stage, alarms, table }: WorkerContext,
  own: { readonly name: string; readonly uses: TableUse } & Omit<MarketFunctionProps, 'stage' | 'alarms'>,
): MarketFunction => {
  const { name, uses, ...props } = own
  const fn = new MarketFunction(scope, name, { stage, alarms, timeout: batchTimeout, ...props })
  table.grantReadWrite(fn, uses)
  return fn
}
