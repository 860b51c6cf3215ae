import { Duration } from 'aws-cdk-lib'
import { Construct } from 'constructs'
import { MarketFunction } from '#lib/functions/market-function.ts'
import { WorkQueue } from './work-queue.ts'
import type { WorkerContext } from './worker-context.ts'

/**
 * Calls back from the edge what was edited, taken down or made private. Tags are gathered for five seconds, so that an
 * editing photographer is one call, and an index that lags behind its table has caught up before the edge asks anew.
 */
export class Recalling extends Construct {
  readonly events: WorkQueue

  constructor(scope: Construct, id: string, { stage, alarms, storefront }: WorkerContext) {
    super(scope, id)
    const common = {
      impact: 'What was edited, taken down or made private is still shown to strangers for five minutes.',
      runbook: 'edge',
    }
    const timeout = Duration.seconds(20)
    this.events = new WorkQueue(this, 'Events', {
      ...common,
      alarms,
      setting: 'EDGE_QUEUE_URL',
      consumerTimeout: timeout,
      gathering: Duration.seconds(5),
      patience: Duration.minutes(5),
    })
    const fn = new MarketFunction(this, 'CallBack', {
      ...common,
      stage,
      alarms,
      entry: 'functions/jobs/call-back.lambda.ts',
      timeout,
    })
    storefront.grantCallBack(fn)
    this.events.startsFunction(fn, { batchSize: 1_000, atOnce: 2 })
  }
}
