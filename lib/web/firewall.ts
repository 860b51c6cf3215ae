import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'

/** Requests of one client address in five minutes. A gallery of 140 photos takes some 300 with its pictures. */
const requestsPerAddress = 5_000
/** Of these, calls of the API. */
const callsPerAddress = 1_000

type Rule = CfnWebACL.RuleProperty

/** What CloudFront refuses before it costs anything: known attacks, known bad addresses, floods. */
export class Firewall extends Construct {
  readonly acl: CfnWebACL

  constructor(scope: Construct, id: string) {
    super(scope, id)
    this.acl = new CfnWebACL(this, 'Acl', {
      scope: 'CLOUDFRONT',
      defaultAction: { allow: {} },
      visibilityConfig: visible('Firewall'),
      rules: [
        managed({ name: 'AWSManagedRulesAmazonIpReputationList', priority: 0 }),
        managed({ name: 'AWSManagedRulesKnownBadInputsRuleSet', priority: 1 }),
        // Stripe's events are larger than 8 kB, may quote anything a buyer typed, and prove themselves by signature.
        managed({
          name: 'AWSManagedRulesCommonRuleSet',
          priority: 2,
          onlyCount: ['SizeRestrictions_BODY'],
          not: '/api/webhooks/',
        }),
        flood({ name: 'Flood', priority: 3, limit: requestsPerAddress, path: '/' }),
        // Stripe calls from a dozen addresses; only the limit above is theirs.
        flood({ name: 'ApiFlood', priority: 4, limit: callsPerAddress, path: '/api/', not: '/api/webhooks/' }),
      ],
    })
  }
}

const visible = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  // Sampled requests would show paths, and paths hold order ids.
  sampledRequestsEnabled: false,
})

const startsWith = (path: string): CfnWebACL.StatementProperty => ({
  byteMatchStatement: {
    fieldToMatch: { uriPath: {} },
    positionalConstraint: 'STARTS_WITH',
    searchString: path,
    textTransformations: [{ priority: 0, type: 'NORMALIZE_PATH' }],
  },
})

const butNot = (path: string): CfnWebACL.StatementProperty => ({ notStatement: { statement: startsWith(path) } })
const both = (...statements: CfnWebACL.StatementProperty[]): CfnWebACL.StatementProperty => ({
  andStatement: { statements },
})

const managed = ({
  name,
  priority,
  onlyCount = [],
  not,
}: {
  name: string
  priority: number
  onlyCount?: string[]
  not?: string
}): Rule => ({
  name,
  priority,
  overrideAction: { none: {} },
  visibilityConfig: visible(name),
  statement: {
    managedRuleGroupStatement: {
      vendorName: 'AWS',
      name,
      ruleActionOverrides: onlyCount.map((rule) => ({ name: rule, actionToUse: { count: {} } })),
      ...(not === undefined ? {} : { scopeDownStatement: butNot(not) }),
    },
  },
})

type Flood = { name: string; priority: number; limit: number; path: string; not?: string }

const flood = ({ name, priority, limit, path, not }: Flood): Rule => ({
  name,
  priority,
  action: { block: { customResponse: { responseCode: 429 } } },
  visibilityConfig: visible(name),
  statement: {
    rateBasedStatement: {
      aggregateKeyType: 'IP',
      evaluationWindowSec: 300,
      limit,
      scopeDownStatement: not === undefined ? startsWith(path) : both(startsWith(path), butNot(not)),
    },
  },
})
