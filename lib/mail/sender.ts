import { Aws, Duration, Stack } from 'aws-cdk-lib'
import { Metric } from 'aws-cdk-lib/aws-cloudwatch'
import { EventBus } from 'aws-cdk-lib/aws-events'
import { type IHostedZone, PublicHostedZone, TxtRecord } from 'aws-cdk-lib/aws-route53'
import {
  ConfigurationSet,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'
import type { MarketFunction } from '#lib/functions/market-function.ts'
import type { Alarms } from '#lib/monitoring/alarms.ts'
import type { Stage } from '#lib/stage.ts'
import type { Trader } from '#schema/trader.ts'

/**
 * The sender of all e-mails. With an own domain this makes its SES identity and the DNS records for DKIM, for the
 * address that bounces are sent to (MAIL FROM) and for DMARC. It also sets what happens after a bounce or a complaint:
 * SES sends nothing more to that address
 * (docs.aws.amazon.com/ses/latest/dg/sending-email-suppression-list-config-level.html).
 */
export class Sender extends Construct {
  /** The name that SES's notices about our mails bear; without an own domain there are none. */
  readonly mailsName: string | undefined
  private readonly from: string
  private readonly region: string
  private readonly trader: Trader

  constructor(scope: Construct, id: string, { stage, alarms }: { readonly stage: Stage; readonly alarms: Alarms }) {
    super(scope, id)
    this.watchReputation(alarms)
    const { domainName, hostedZoneId, mailFrom } = stage
    this.trader = stage.trader
    this.from = mailFrom
    this.region = stage.region
    const mails = this.unwantedMails()
    if (domainName !== undefined && hostedZoneId !== undefined) {
      const zone = PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: domainName })
      this.mailsName = mails.configurationSetName
      new EmailIdentity(this, 'Identity', {
        identity: Identity.publicHostedZone(zone),
        mailFromDomain: `bounces.${domainName}`,
        configurationSet: mails,
      })
      this.sayWhatIsOurs(zone, stage)
    }
  }

  /**
   * What every mail of the identity is sent by, without naming it: SES's own list of who is written to no more. Without an own
   * domain it is there as well and nothing goes by it: where a domain is given up, stacks that are not deployed anew yet still
   * read its name, and an export that is read can neither go nor change.
   */
  private unwantedMails(): ConfigurationSet {
    const mails = new ConfigurationSet(this, 'Mails', { suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS })
    mails.addEventDestination('Complaints', {
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'Bus', 'default')),
      events: [EmailSendingEvent.COMPLAINT],
    })
    Stack.of(this).exportValue(mails.configurationSetName)
    return mails
  }

  private sayWhatIsOurs(zone: IHostedZone, { dmarc, supportAddress }: Stage): void {
    if (dmarc === 'own') return
    const policy = `v=DMARC1; p=${dmarc}; rua=mailto:${supportAddress}`
    new TxtRecord(this, 'Dmarc', { zone, recordName: '_dmarc', values: [policy] })
  }

  /**
   * SES looks at an account from 5% of bounces or 0.1% of complaints on, and may pause it at 10% or 0.5%
   * (docs.aws.amazon.com/ses/latest/dg/reputation-dashboard-dg.html). Its own metrics of the whole account.
   */
  private watchReputation(alarms: Alarms): void {
    const rates = [
      ['Bounces', 'Reputation.BounceRate', 0.04],
      ['Complaints', 'Reputation.ComplaintRate', 0.0008],
    ] as const
    for (const [id, metricName, over] of rates) {
      alarms.raise(this, id, {
        impact: 'SES may stop sending: receipts, invitations and confirmation codes would not arrive.',
        runbook: 'bounces',
        metric: new Metric({ namespace: 'AWS/SES', metricName, period: Duration.hours(1), statistic: 'Maximum' }),
        over,
      })
    }
  }

  /**
   * Lets `fn` send from our address and no other. To whom is not for the role to say: in SES's sandbox the recipient's
   * address is an identity that the sender must have the right to as well. SES also asks for the right to the configuration
   * set that a mail goes by, its identity's own included
   * (docs.aws.amazon.com/service-authorization/latest/reference/list_sesv2.html, "SendEmail"; seen in
   * github.com/usdigitalresponse/usdr-gost/pull/3080 and github.com/aws/aws-cdk/issues/34402).
   */
  grantSend(fn: MarketFunction): void {
    const ours = `arn:aws:ses:${this.region}:${Aws.ACCOUNT_ID}`
    const fromUs = { actions: ['ses:SendEmail'], conditions: { StringEquals: { 'ses:FromAddress': this.from } } }
    fn.allowWide(
      'SendMail',
      'In the sandbox SES also asks for the identity of whom one writes to; the sender is fixed.',
      { ...fromUs, resources: [`${ours}:identity/*`] },
    )
    if (this.mailsName !== undefined)
      fn.allow({ ...fromUs, resources: [`${ours}:configuration-set/${this.mailsName}`] })
    fn.setting('MAIL_FROM', this.from)
    fn.setting('TRADER', JSON.stringify(this.trader))
  }
}
