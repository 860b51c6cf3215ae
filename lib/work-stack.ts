import { Stack, type StackProps } from 'aws-cdk-lib'
import type { Construct } from 'constructs'
import type { DataStack } from './data-stack.ts'
import { Complaints } from './mail/complaints.ts'
import { MailSending } from './mail/mail-sending.ts'
import { NumberReading } from './media/number-reading.ts'
import { Rendering, UploadSweeping } from './media/rendering.ts'
import { Zipping } from './media/zipping.ts'
import { BookKeeping } from './payments/book-keeping.ts'
import { PaymentSettling } from './payments/payment-settling.ts'
import { HoldRelease } from './payouts/hold-release.ts'
import { PhotographerPayouts } from './payouts/photographer-payouts.ts'
import type { SiteStack } from './site-stack.ts'
import type { Stage } from './stage.ts'
import { Chores } from './work/chores.ts'
import { Counting } from './work/counting.ts'
import { Recalling } from './work/recalling.ts'
import { Schedules } from './work/schedules.ts'

export type WorkStackProps = StackProps & { readonly stage: Stage; readonly data: DataStack; readonly site: SiteStack }

/** Queues, jobs and their functions: what no visitor waits for. */
export class WorkStack extends Stack {
  readonly payments: PaymentSettling
  readonly payouts: PhotographerPayouts
  readonly counting: Counting
  readonly recalling: Recalling
  readonly zipping: Zipping
  readonly timed: Schedules

  constructor(scope: Construct, id: string, { stage, data, site, ...props }: WorkStackProps) {
    super(scope, id, props)
    const { alarms, table, secrets, sender } = data
    const { photos, storefront } = site
    this.timed = new Schedules(this, 'Schedules', { alarms })
    const context = { stage, alarms, table, secrets, photos, storefront, timed: this.timed, sender }

    this.recalling = new Recalling(this, 'Recalling', context)
    const edge = this.recalling.events
    const { tasks: numbers } = new NumberReading(this, 'Numbers', context)
    new Rendering(this, 'Rendering', { ...context, edge, numbers })
    new UploadSweeping(this, 'UploadSweeping', context)
    this.payments = new PaymentSettling(this, 'Payments', context)
    new BookKeeping(this, 'Books', context)
    new HoldRelease(this, 'Holds', context)
    this.payouts = new PhotographerPayouts(this, 'Payouts', { ...context, paymentEvents: this.payments.events })
    this.counting = new Counting(this, 'Counting', context)
    new Chores(this, 'Chores', { ...context, edge, numbers, counts: this.counting.events })
    this.zipping = new Zipping(this, 'Zips', { ...context, counts: this.counting.events })
    new MailSending(this, 'Mail', { ...context, counts: this.counting.events })
    new Complaints(this, 'Complaints', context)
  }
}
