import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'

/**
 * Calls of the API by one client address in five minutes. A photographer who sends all 500 photos of an hour
 * (`limits.upload.perHour`) in that time makes two calls a photo (grant, confirm) and at most 200 looks at what became of
 * them: 500 × 2 + 200 = 1,200. Five of them behind one address, and 200 guests of their event on the same network with
 * the 10 calls of a visit (docs/cost.md): 5 × 1,200 + 200 × 10 = 8,000. It stops floods only: what one person may do
 * how often is the functions' to say (functions/shared/throttle/limits.ts).
 */
const callsPerAddress = 8_000
/** All requests: these, and the 68 pictures and files of each visit: 8,000 + 200 × 68 = 21,600. Uploads go past it. */
const requestsPerAddress = 22_000
/** When a refused browser may ask again; the rate is looked at over five minutes, so this is less than it may take. */
const retryAfterSeconds = 60

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
          // It blocks from 8,192 bytes on and cannot be told another number (AWS WAF, "Baseline rule groups"): a full
          // cart and a long description are more. The functions refuse what is longer than their contract, unparsed.
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
  action: {
    block: {
      customResponse: {
        responseCode: 429,
        responseHeaders: [{ name: 'retry-after', value: String(retryAfterSeconds) }],
      },
    },
  },
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
