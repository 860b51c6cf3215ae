import { CrossStackReferences, ReferenceStrength, Stack, type StackProps } from 'aws-cdk-lib'
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager'
import { HostedZone } from 'aws-cdk-lib/aws-route53'
import type { Construct } from 'constructs'
import type { Stage } from './stage.ts'
import { Firewall } from './web/firewall.ts'

/** What CloudFront takes only from us-east-1: the firewall and the certificate. */
export class EdgeStack extends Stack {
  readonly firewall: Firewall
  readonly certificate: ICertificate | undefined

  constructor(scope: Construct, id: string, { stage, ...props }: StackProps & { readonly stage: Stage }) {
    super(scope, id, props)
    const { domainName, hostedZoneId } = stage
    this.firewall = new Firewall(this, 'Firewall')
    this.certificate =
      domainName === undefined || hostedZoneId === undefined
        ? undefined
        : new Certificate(this, 'Certificate', {
            domainName,
            validation: CertificateValidation.fromDns(
              HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId, zoneName: domainName }),
            ),
          })
    // Read as outputs, across regions: an export would bring two functions into the account that only copy two names.
    for (const named of [this.firewall.acl, this.certificate]) {
      if (named) CrossStackReferences.of(named).produce(ReferenceStrength.WEAK)
    }
  }
}
