import { Aws } from 'aws-cdk-lib'
import { PublicHostedZone } from 'aws-cdk-lib/aws-route53'
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'
import type { MarketFunction } from '#lib/functions/market-function.ts'
import type { Stage } from '#lib/stage.ts'
import type { Trader } from '#schema/trader.ts'

/** The sender of every e-mail. With an own domain its SES identity and DKIM records are made here. */
export class Sender extends Construct {
  private readonly from: string
  private readonly region: string
  private readonly trader: Trader

  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id)
    const { domainName, hostedZoneId, mailFrom } = stage
    this.trader = stage.trader
    this.from = mailFrom
    this.region = stage.region
    if (domainName !== undefined && hostedZoneId !== undefined) {
      const zone = PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: domainName })
      new EmailIdentity(this, 'Identity', { identity: Identity.publicHostedZone(zone) })
    }
  }

  /**
   * Lets `fn` send from our address and no other. To whom is not for the role to say: in SES's sandbox the recipient's
   * address is an identity that the sender must have the right to as well.
   */
  grantSend(fn: MarketFunction): void {
    fn.allowWide(
      'SendMail',
      'In the sandbox SES also asks for the identity of whom one writes to; the sender is fixed.',
      {
        actions: ['ses:SendEmail'],
        resources: [`arn:aws:ses:${this.region}:${Aws.ACCOUNT_ID}:identity/*`],
        conditions: { StringEquals: { 'ses:FromAddress': this.from } },
      },
    )
    fn.setting('MAIL_FROM', this.from)
    fn.setting('TRADER', JSON.stringify(this.trader))
  }
}
