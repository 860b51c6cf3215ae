import { Duration, Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import { api } from '#schema/api/all.ts'
import { MarketApi } from './api/market-api.ts'
import { catalogueIndexes as catalogue } from './data/table-areas.ts'
import type { DataStack } from './data-stack.ts'
import type { MarketFunction } from './functions/market-function.ts'
import { moneyRoom } from './functions/room.ts'
import type { IdentityStack } from './identity-stack.ts'
import type { SearchStack } from './search-stack.ts'
import type { SiteStack } from './site-stack.ts'
import type { Stage } from './stage.ts'
import type { WorkStack } from './work-stack.ts'

export type ApiStackProps = StackProps & {
  readonly stage: Stage
  readonly data: DataStack
  readonly site: SiteStack
  readonly identity: IdentityStack
  readonly work: WorkStack
  /** Absent where the table answers searches. */
  readonly search: SearchStack | undefined
}

type SubjectName = keyof typeof api

/** Subjects that open pictures, by the image library of the layer. */
const drawing: ReadonlySet<string> = new Set<SubjectName>(['logos'])

/** The contract, served: a function a subject, and what each may touch. */
export class ApiStack extends Stack {
  constructor(scope: Construct, id: string, { stage, data, site, identity, work, search, ...props }: ApiStackProps) {
    super(scope, id, props)
    const { alarms, table, secrets } = data
    const { photos, keys, storefront } = site
    const http = new MarketApi(this, 'Subjects', { stage, alarms, door: site.door, users: identity.users })

    const signPictures = (fn: MarketFunction): void => {
      keys.grantSign(fn)
      storefront.grantLink(fn)
    }
    /** A grant that came from a review is looked up there. */
    const callStripe = (fn: MarketFunction): void => {
      // A checkout makes two calls, and whoever waits is told within the function's own time.
      secrets.grantStripe(fn, { answerWithin: Duration.seconds(6) })
      // Which mode the stage has: a key of the other one is refused.
      table.grantRead(fn, { areas: ['installation'] })
    }
    const readReviews = (fn: MarketFunction): void => table.grantRead(fn, { areas: ['proofing'] })
    const count = (fn: MarketFunction): void => work.counting.events.grantSend(fn)
    const recall = (fn: MarketFunction): void => work.recalling.events.grantSend(fn)
    const signTokens = (fn: MarketFunction): void => secrets.grantRead(fn, 'SIGNING_SECRET_ID')

    const grants: Readonly<Record<SubjectName, (fn: MarketFunction) => void>> = {
      galleries: (fn) => {
        table.grantReadWrite(fn, {
          areas: ['accounts', 'catalogue', 'mail', 'visitors', 'chores', 'reports', 'guards'],
          indexes: ['work', ...catalogue],
        })
        // What visitors did in a gallery, which the queue of counts writes.
        table.grantRead(fn, { areas: ['counts'] })
        fn.setting('SUPPORT_ADDRESS', stage.supportAddress)
        signPictures(fn)
        signTokens(fn)
        readReviews(fn)
        photos.uploads.grantSend(fn)
        count(fn)
        recall(fn)
        search?.collection.grantSearch(fn)
      },
      photos: (fn) => {
        table.grantReadWrite(fn, { areas: ['accounts', 'catalogue', 'counts', 'chores', 'guards'], indexes: catalogue })
        signPictures(fn)
        count(fn)
        recall(fn)
        signTokens(fn)
        readReviews(fn)
        photos.grantUpload(fn)
        photos.grantReadOriginals(fn)
        photos.grantDeliver(fn)
      },
      orders: (fn) => {
        const areas = ['accounts', 'catalogue', 'money', 'mail', 'chores', 'guards'] as const
        table.grantReadWrite(fn, { areas, indexes: ['work', ...catalogue] })
        fn.setting('MINIMUM_ORDER_PENCE', String(stage.minimumOrderPence))
        signPictures(fn)
        signTokens(fn)
        readReviews(fn)
        photos.grantReadOriginals(fn)
        photos.grantDeliver(fn)
        callStripe(fn)
        count(fn)
        work.zipping.tasks.grantSend(fn)
        secrets.grantRead(fn, 'LAUNCH_CODE_SECRET_ID')
      },
      payments: (fn) => {
        table.grantReadWrite(fn, { areas: ['accounts', 'guards'] })
        secrets.grantRead(fn, 'STRIPE_SECRET_ID')
        work.payments.events.grantSend(fn)
      },
      payouts: (fn) => {
        table.grantReadWrite(fn, { areas: ['accounts', 'money', 'guards'], indexes: ['work', 'by-seller'] })
        signTokens(fn)
        storefront.grantLink(fn)
        callStripe(fn)
        work.payouts.requests.grantSend(fn)
        fn.setting('PAYOUT_FROM_PENCE', String(stage.payoutFromPence))
      },
      profiles: (fn) => {
        table.grantReadWrite(fn, {
          areas: ['accounts', 'catalogue', 'chores', 'guards'],
          indexes: ['work', ...catalogue],
        })
        signPictures(fn)
        signTokens(fn)
        readReviews(fn)
        recall(fn)
      },
      logos: (fn) => {
        table.grantReadWrite(fn, {
          areas: ['accounts', 'catalogue', 'chores', 'guards'],
          indexes: ['work', ...catalogue],
        })
        photos.grantWriteLogos(fn)
        recall(fn)
      },
      proofing: (fn) => {
        const areas = ['accounts', 'catalogue', 'proofing', 'mail', 'visitors', 'chores', 'guards'] as const
        table.grantReadWrite(fn, { areas, indexes: ['work', ...catalogue] })
        signPictures(fn)
        signTokens(fn)
      },
      analytics: (fn) => {
        const areas = ['accounts', 'catalogue', 'counts', 'money', 'chores', 'guards'] as const
        table.grantReadWrite(fn, { areas, indexes: ['work', 'by-seller', ...catalogue] })
        signPictures(fn)
      },
      accounts: (fn) => {
        const areas = ['accounts', 'catalogue', 'money', 'mail', 'chores', 'guards'] as const
        table.grantReadWrite(fn, { areas, indexes: ['work', 'by-seller', ...catalogue] })
        signPictures(fn)
        work.zipping.tasks.grantSend(fn)
        identity.users.grantFind(fn)
        callStripe(fn)
        recall(fn)
      },
      visitors: (fn) => {
        const areas = ['accounts', 'catalogue', 'mail', 'visitors', 'chores', 'guards'] as const
        table.grantReadWrite(fn, { areas, indexes: ['work', ...catalogue] })
        signTokens(fn)
        readReviews(fn)
        storefront.grantLink(fn)
      },
      subscriptions: (fn) => {
        table.grantReadWrite(fn, { areas: ['accounts', 'money', 'guards'] })
        storefront.grantLink(fn)
        callStripe(fn)
      },
    }
    for (const [name, subject] of Object.entries(api)) {
      const room = Object.entries(moneyRoom).find(([each]) => each === name)?.[1]
      const fn = http.subject(subject, { ...(room && { room }), ...(drawing.has(name) && { sharp: true as const }) })
      if (room) fn.raiseWhenFull(subject.impact)
      identity.users.grantVerify(fn)
      secrets.grantRead(fn, 'ORIGIN_SECRET_ID')
      for (const [granted, grant] of Object.entries(grants)) if (granted === name) grant(fn)
    }
    http.everythingElse()
  }
}
