import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2'
import { Construct } from 'constructs'
import { sentenceFor } from '#schema/errors.ts'

/** One address is many people: a carrier's or a hall's (decision 40). Floods are reckoned for so many visitors in five minutes. */
const visitorsPerAddress = 5_000
/** What a first visit asks (docs/cost.md): calls of the API with the one that makes its session, and pictures and files. */
const visit = { calls: 11, files: 70, pages: 2 } as const
/**
 * Five studios behind the same address, each sending 500 photos in that time: two calls a photo (grant, confirm) and at
 * most 200 looks at what became of them.
 */
const uploadCalls = 5 * (500 * 2 + 200)

/** Calls of the API by one client address in five minutes. What one person may do is functions/shared/throttle's to say. */
const callsPerAddress = visitorsPerAddress * visit.calls + uploadCalls
/** All requests. Uploads themselves go past it. */
const requestsPerAddress = callsPerAddress + visitorsPerAddress * visit.files
/** Pages of one address before its browsers have to show that they are browsers. */
const pagesPerAddress = visitorsPerAddress * visit.pages
/** When a refused browser may ask again; the rate is looked at over five minutes, so this is less than it may take. */
const retryAfterSeconds = 60

/** What somebody reads who is refused a whole page: the application's own sentence, without the application. */
const floodPage = 'flood'
const floodHtml = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Please wait a little</title>
<body style="max-width:32rem;margin:20vh auto;padding:0 1rem;font:1.125rem/1.5 system-ui,sans-serif">
<h1>Please wait a little</h1>
<p>${sentenceFor('too_many_requests', { retryAfterSeconds })}</p>
</body>
</html>
`

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
      customResponseBodies: { [floodPage]: { contentType: 'TEXT_HTML', content: floodHtml } },
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
        // Calls of the API need no page: the application says the same of an empty answer.
        flood({ name: 'Flood', priority: 3, limit: requestsPerAddress, path: '/', page: floodPage }),
        // Stripe calls from a dozen addresses; only the limit above is theirs.
        flood({ name: 'ApiFlood', priority: 4, limit: callsPerAddress, path: '/api/', not: '/api/webhooks/' }),
        challenge({ name: 'PageFlood', priority: 5, limit: pagesPerAddress }),
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

type Flood = { name: string; priority: number; limit: number; path: string; not?: string; page?: string }

/**
 * Those who fetch a page to show a preview or to index it. They run no script, so a challenge would be the end of every
 * shared link; the flood's limit is theirs all the same. Names as their makers publish them, in lower case.
 */
const previewBots = [
  'applebot',
  'bingbot',
  'discordbot',
  'duckduckbot',
  'facebookexternalhit',
  'googlebot',
  'linkedinbot',
  'pinterestbot',
  'skypeuripreview',
  'slackbot',
  'telegrambot',
  'twitterbot',
  'whatsapp',
] as const

const header = (name: string): CfnWebACL.FieldToMatchProperty => ({ singleHeader: { Name: name } })

/**
 * A page in a browser, and nothing else: whoever is challenged gets 202 with a script instead of the answer, which only a
 * page's reader can run (https://docs.aws.amazon.com/waf/latest/APIReference/API_ChallengeAction.html).
 */
const pagesOfBrowsers = both(
  {
    byteMatchStatement: {
      fieldToMatch: { method: {} },
      positionalConstraint: 'EXACTLY',
      searchString: 'GET',
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  },
  {
    byteMatchStatement: {
      fieldToMatch: header('accept'),
      positionalConstraint: 'CONTAINS',
      searchString: 'text/html',
      textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
    },
  },
  butNot('/api/'),
  butNot('/media/'),
  butNot('/files/'),
  {
    notStatement: {
      statement: {
        regexMatchStatement: {
          fieldToMatch: header('user-agent'),
          regexString: previewBots.join('|'),
          textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
        },
      },
    },
  },
)

const challenge = ({ name, priority, limit }: Pick<Flood, 'name' | 'priority' | 'limit'>): Rule => ({
  name,
  priority,
  action: { challenge: {} },
  visibilityConfig: visible(name),
  statement: {
    rateBasedStatement: {
      aggregateKeyType: 'IP',
      evaluationWindowSec: 300,
      limit,
      scopeDownStatement: pagesOfBrowsers,
    },
  },
})

const flood = ({ name, priority, limit, path, not, page }: Flood): Rule => ({
  name,
  priority,
  action: {
    block: {
      customResponse: {
        responseCode: 429,
        ...(page === undefined ? {} : { customResponseBodyKey: page }),
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
