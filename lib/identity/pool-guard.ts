import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'

/**
 * Calls of one client address to the pool in five minutes: floods end here, guesses at one account by the pool's own lockout.
 * A sign-up with its sign-in is four calls, so a workshop of 500 photographers behind one address fits (decision 40).
 */
const callsPerAddress = 2_000

/** Refuses at the pool's own address what the pool itself would allow: edits of the verified e-mail, and floods. */
export class PoolGuard extends Construct {
  constructor(scope: Construct, id: string, props: { readonly poolArn: string }) {
    super(scope, id)
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visible('PoolGuard'),
      rules: [
        {
          name: 'NoAttributeEdits',
          priority: 0,
          action: { block: {} },
          visibilityConfig: visible('NoAttributeEdits'),
          statement: {
            byteMatchStatement: {
              fieldToMatch: { singleHeader: { Name: 'x-amz-target' } },
              positionalConstraint: 'ENDS_WITH',
              searchString: '.updateuserattributes',
              textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
            },
          },
        },
        {
          name: 'Flood',
          priority: 1,
          action: { block: {} },
          visibilityConfig: visible('PoolFlood'),
          statement: {
            rateBasedStatement: { aggregateKeyType: 'IP', evaluationWindowSec: 300, limit: callsPerAddress },
          },
        },
      ],
    })
    new CfnWebACLAssociation(this, 'OnPool', { resourceArn: props.poolArn, webAclArn: acl.attrArn })
  }
}

const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
})
