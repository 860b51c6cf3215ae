import { Aws } from 'aws-cdk-lib'
import { PublicHostedZone } from 'aws-cdk-lib/aws-route53'
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses'
import { Construct } from 'constructs'
import type { MarketFunction } from '#lib/functions/market-function.ts'
import type { Stage } from '#lib/stage.ts'

/** The sender of every e-mail. With an own domain its SES identity and DKIM records are made here. */
export class Sender extends Construct {
  private readonly from: string

  constructor(scope: Construct, id: string, { stage }: { readonly stage: Stage }) {
    super(scope, id)
    const { domainName, hostedZoneId, mailFrom } = stage
    this.from = mailFrom
    if (domainName !== undefined && hostedZoneId !== undefined) {
      const zone = PublicHostedZone.fromPublicHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: domainName })
      new EmailIdentity(this, 'Identity', { identity: Identity.publicHostedZone(zone) })
    }
  }

  /** Lets `fn` send from our address and no other. */
  grantSend(fn: MarketFunction): void {
    const domain = this.from.slice(this.from.indexOf('@') + 1)
    fn.allow({
      actions: ['ses:SendEmail'],
      resources: [domain, this.from].map((name) => `arn:aws:ses:${Aws.REGION}:${Aws.ACCOUNT_ID}:identity/${name}`),
      conditions: { StringEquals: { 'ses:FromAddress': this.from } },
    })
    fn.setting('MAIL_FROM', this.from)
  }
}
