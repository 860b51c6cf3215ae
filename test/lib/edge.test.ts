import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { edgeTagHeader } from '#schema/events/edge.ts'
import { appSegments, pageAddressHeader, pageParameters, phonePictureHeader } from '#schema/served-pages.ts'
import { at, listAt, named, ofType, only, property, text } from '#test/support/infra/templates.ts'

const distribution = () => property(only('AWS::CloudFront::Distribution'), 'DistributionConfig')
const behaviours = () => listAt(distribution(), 'CacheBehaviors')
const behaviour = (path: string) => behaviours().find((it) => at(it, 'PathPattern') === path)
const policy = (reference: unknown) =>
  ofType('AWS::CloudFront::CachePolicy').find(({ id }) => text(reference).includes(id)) ?? only('none')

test('browsers get HTTP/3, IPv6, compression and TLS', () => {
  expect(at(distribution(), 'HttpVersion')).toBe('http2and3')
  expect(at(distribution(), 'IPV6Enabled')).toBe(true)
  for (const it of [at(distribution(), 'DefaultCacheBehavior'), ...behaviours()]) {
    expect(at(it, 'ViewerProtocolPolicy')).toMatch(/^(https-only|redirect-to-https)$/)
    expect(at(it, 'Compress')).toBe(!String(at(it, 'PathPattern')).startsWith('/files/'))
  }
})

test('every bucket behind it is reached by CloudFront’s own identity only', () => {
  const buckets = listAt(distribution(), 'Origins').filter((origin) => at(origin, 'S3OriginConfig'))
  expect(new Set(buckets.map((origin) => text(at(origin, 'DomainName')))).size).toBe(4)
  for (const origin of buckets) expect(text(at(origin, 'OriginAccessControlId'))).toContain('OriginAccessControl')
})

test('pictures and files need a signature of our key', () => {
  for (const path of ['/media/*', '/files/zips/*', '/files/*']) {
    expect(listAt(behaviour(path), 'TrustedKeyGroups')).toEqual([{ Ref: only('AWS::CloudFront::KeyGroup').id }])
    expect(at(behaviour(path), 'AllowedMethods')).toEqual(['GET', 'HEAD'])
  }
  expect(text(property(only('AWS::CloudFront::PublicKey'), 'PublicKeyConfig.EncodedKey'))).toContain('publicKeyPem')
})

test('a logo is anybody’s: of one place of one bucket, without a signature', () => {
  expect(at(behaviour('/logos/*'), 'TrustedKeyGroups')).toBeUndefined()
  expect(at(behaviour('/logos/*'), 'TargetOriginId')).toEqual(at(behaviour('/media/*'), 'TargetOriginId'))
})

test('zips come from their own bucket, since of two patterns that fit the first is taken', () => {
  const paths = behaviours().map((it) => at(it, 'PathPattern'))
  expect(paths.indexOf('/files/zips/*')).toBeLessThan(paths.indexOf('/files/*'))
  const origin = (path: string) =>
    listAt(distribution(), 'Origins').find((it) => at(it, 'Id') === at(behaviour(path), 'TargetOriginId'))
  expect(text(origin('/files/zips/*'))).toContain('PhotosZips')
  expect(text(origin('/files/*'))).toContain('PhotosDeliveries')
})

test('the name under which a file is saved reaches storage and tells kept copies apart', () => {
  const key = property(
    policy(at(behaviour('/files/*'), 'CachePolicyId')),
    'CachePolicyConfig.ParametersInCacheKeyAndForwardedToOrigin',
  )
  expect(at(key, 'QueryStringsConfig')).toEqual({
    QueryStringBehavior: 'whitelist',
    QueryStrings: ['response-content-disposition'],
  })
})

test('other methods are let through to whoever answers them; CloudFront forbids it where it fails over', () => {
  const all = ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT']
  const closed = ['/media/*', '/logos/*', '/files/zips/*', '/files/*', '/*.*']
  for (const it of behaviours()) {
    const path = String(at(it, 'PathPattern'))
    expect([path, listAt(it, 'AllowedMethods').toSorted()]).toEqual([
      path,
      closed.includes(path) ? ['GET', 'HEAD'] : all,
    ])
  }
  expect(listAt(distribution(), 'DefaultCacheBehavior.AllowedMethods')).toEqual(['GET', 'HEAD'])
})

describe('public answers', () => {
  const kept = () => property(policy(at(behaviour('/api/galleries'), 'CachePolicyId')), 'CachePolicyConfig')

  test('are kept by path, query and grant, for as long as the answer says', () => {
    const key = at(kept(), 'ParametersInCacheKeyAndForwardedToOrigin')
    expect(at(key, 'QueryStringsConfig.QueryStringBehavior')).toBe('all')
    expect(at(key, 'HeadersConfig')).toEqual({ HeaderBehavior: 'whitelist', Headers: ['x-gallery-grant'] })
    expect(at(key, 'CookiesConfig.CookieBehavior')).toBe('none')
    expect([at(kept(), 'MinTTL'), at(kept(), 'DefaultTTL')]).toEqual([0, 0])
  })

  test('are asked for without the caller’s token, so that they cannot depend on it', () => {
    const asked = ofType('AWS::CloudFront::OriginRequestPolicy').find(({ id }) =>
      text(at(behaviour('/api/galleries'), 'OriginRequestPolicyId')).includes(id),
    )
    expect(property(asked ?? only('none'), 'OriginRequestPolicyConfig.HeadersConfig.Headers')).toEqual([
      'CloudFront-Viewer-Address',
    ])
  })
})

describe('the edge is called back by tags', () => {
  test('which it reads from the header that answers and stored pictures carry, and shows to nobody', () => {
    expect(at(distribution(), 'CacheTagConfig')).toEqual({ HeaderName: edgeTagHeader })
    // S3 gives out its own metadata under such names alone.
    expect(edgeTagHeader).toMatch(/^x-amz-meta-/)
    const removed = listAt(
      property(only('AWS::CloudFront::ResponseHeadersPolicy'), 'ResponseHeadersPolicyConfig'),
      'RemoveHeadersConfig.Items',
    )
    expect(removed.map((each) => at(each, 'Header'))).toContain(edgeTagHeader)
  })

  test('by one function, of this distribution', () => {
    const allowed = ofType('AWS::IAM::Policy').filter(({ Properties }) =>
      text(Properties).includes('cloudfront:CreateInvalidation'),
    )
    const callers = allowed.filter(({ stack }) => stack.endsWith('-work'))
    expect(callers.map(({ id }) => id)).toEqual([expect.stringMatching(/^RecallingCallBack/)])
    expect(text(callers[0]?.Properties)).toMatch(/"Action":"cloudfront:CreateInvalidation".*:distribution\//)
  })
})

test('what may be kept is asked for by one regional cache for all edges; nothing else pays for it', () => {
  const shielded = listAt(distribution(), 'Origins').filter((origin) => at(origin, 'OriginShield.Enabled') === true)
  expect(shielded.map((origin) => at(origin, 'OriginShield.OriginShieldRegion'))).toEqual(
    shielded.map(() => 'eu-west-2'),
  )
  const isShielded = (it: unknown) => shielded.some((origin) => at(origin, 'Id') === at(it, 'TargetOriginId'))
  for (const path of ['/api/galleries', '/media/*', '/sitemap.xml'])
    expect([path, isShielded(behaviour(path))]).toEqual([path, true])
  for (const path of ['/api/*', '/files/*', '/cart']) expect([path, isShielded(behaviour(path))]).toEqual([path, false])
  expect(shielded.map((origin) => at(origin, 'Id'))).toContain('PageServer')
})

describe('every other answer of the API', () => {
  test('is not kept, and is asked for with token, client address and what the contract reads', () => {
    const patterns = behaviours().map((it) => String(at(it, 'PathPattern')))
    const last = behaviour('/api/*')
    expect(patterns.filter((path) => path.startsWith('/api/')).at(-1)).toBe('/api/*')
    const own = property(policy(at(last, 'CachePolicyId')), 'CachePolicyConfig')
    expect([at(own, 'MinTTL'), at(own, 'DefaultTTL')]).toEqual([0, 0])
    expect(at(own, 'MaxTTL')).toBeLessThanOrEqual(1)
    const headers = listAt(own, 'ParametersInCacheKeyAndForwardedToOrigin.HeadersConfig.Headers')
    expect(headers).toEqual(
      expect.arrayContaining([
        'Authorization',
        'idempotency-key',
        'stripe-signature',
        'x-gallery-grant',
        'x-gallery-session',
      ]),
    )
    // CloudFront takes ten.
    expect(headers.length).toBeLessThanOrEqual(10)
  })
})

test('there are fewer behaviours than CloudFront allows', () => {
  expect(behaviours().length).toBeLessThan(75)
})

describe('security headers', () => {
  const headers = () => property(only('AWS::CloudFront::ResponseHeadersPolicy'), 'ResponseHeadersPolicyConfig')

  test('go with every answer', () => {
    const all = [at(distribution(), 'DefaultCacheBehavior'), ...behaviours()]
    for (const it of all) {
      expect(at(it, 'ResponseHeadersPolicyId')).toEqual({ Ref: only('AWS::CloudFront::ResponseHeadersPolicy').id })
    }
  })

  test('allow no script from elsewhere, no frame, no plain HTTP, no sniffing', () => {
    const csp = text(at(headers(), 'SecurityHeadersConfig.ContentSecurityPolicy.ContentSecurityPolicy'))
    expect(csp).toContain("default-src 'none'; script-src 'self';")
    expect(csp).toContain("frame-ancestors 'none'")
    expect(csp).not.toMatch(/script-src[^;]*(unsafe|\*)/)
    expect(
      at(headers(), 'SecurityHeadersConfig.StrictTransportSecurity.AccessControlMaxAgeSec'),
    ).toBeGreaterThanOrEqual(31_536_000)
    // Nobody is asked about the other names of an operator's domain.
    expect(at(headers(), 'SecurityHeadersConfig.StrictTransportSecurity')).toMatchObject({
      IncludeSubdomains: false,
      Preload: false,
    })
    expect(at(headers(), 'SecurityHeadersConfig.ContentTypeOptions.Override')).toBe(true)
    expect(at(headers(), 'SecurityHeadersConfig.FrameOptions.FrameOption')).toBe('DENY')
    expect(at(headers(), 'SecurityHeadersConfig.ReferrerPolicy.ReferrerPolicy')).toBe('strict-origin-when-cross-origin')
    expect(text(at(headers(), 'CustomHeadersConfig'))).toContain('permissions-policy')
  })
})

describe('the firewall', () => {
  const rules = () => listAt(named('AWS::WAFv2::WebACL', 'Firewall').Properties, 'Rules')

  test('stands in front of the distribution, from the region that CloudFront asks for', () => {
    expect(named('AWS::WAFv2::WebACL', 'Firewall').stack).toBe('darkslide-prod-edge')
    expect(property(named('AWS::WAFv2::WebACL', 'Firewall'), 'Scope')).toBe('CLOUDFRONT')
    expect(text(at(distribution(), 'WebACLId'))).toContain('FirewallAcl')
  })

  test('knows attacks and bad addresses, and limits each client', () => {
    expect(rules().map((rule) => at(rule, 'Name'))).toEqual([
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'AWSManagedRulesCommonRuleSet',
      'Flood',
      'ApiFlood',
      'PageFlood',
    ])
    expect(text(rules())).toContain('"RateBasedStatement"')
  })

  test('lets Stripe’s events through to their signature check, uncounted among calls', () => {
    const calls = rules().find((rule) => at(rule, 'Name') === 'ApiFlood')
    expect(text(at(calls, 'Statement.RateBasedStatement.ScopeDownStatement'))).toContain('/api/webhooks/')
    const common = rules().find((rule) => at(rule, 'Name') === 'AWSManagedRulesCommonRuleSet')
    expect(text(at(common, 'Statement.ManagedRuleGroupStatement.ScopeDownStatement'))).toContain('/api/webhooks/')
  })

  const rule = (name: string) => rules().find((each) => at(each, 'Name') === name)
  const limitOf = (name: string) => Number(at(rule(name), 'Statement.RateBasedStatement.Limit'))

  test('leaves room for 5,000 visitors behind one address, beside five studios that upload', () => {
    // Two calls a photo, and 200 looks at most: test/frontend/features/photos/upload-queue.test.ts.
    const uploaders = 5 * (500 * 2 + 200)
    // A visit as docs/cost.md has it: ten calls, 70 pictures and files, two of them fonts; and the call that makes its session.
    const [calls, files] = [uploaders + 5_000 * 11, 5_000 * 70]
    expect(limitOf('ApiFlood')).toBeGreaterThanOrEqual(calls)
    expect(limitOf('ApiFlood')).toBeLessThan(calls * 1.1)
    expect(limitOf('Flood')).toBeGreaterThanOrEqual(calls + files)
    expect(limitOf('Flood')).toBeLessThan((calls + files) * 1.1)
    expect(limitOf('PageFlood')).toBeGreaterThanOrEqual(5_000 * 2)
  })

  test('counts by address alone, since whoever floods would change anything else', () => {
    for (const name of ['Flood', 'ApiFlood', 'PageFlood']) {
      expect(at(rule(name), 'Statement.RateBasedStatement.AggregateKeyType')).toBe('IP')
      expect(at(rule(name), 'Statement.RateBasedStatement.CustomKeys')).toBeUndefined()
    }
  })

  test('challenges browsers that ask for pages, and neither calls, webhooks, pictures, files nor preview bots', () => {
    const challenged = rules().filter((each) => at(each, 'Action.Challenge') !== undefined)
    expect(challenged.map((each) => at(each, 'Name'))).toEqual(['PageFlood'])
    const conditions = listAt(
      rule('PageFlood'),
      'Statement.RateBasedStatement.ScopeDownStatement.AndStatement.Statements',
    )
    const [method, accept, ...others] = conditions
    expect(at(method, 'ByteMatchStatement')).toMatchObject({ PositionalConstraint: 'EXACTLY', SearchString: 'GET' })
    expect(at(accept, 'ByteMatchStatement')).toMatchObject({
      FieldToMatch: { SingleHeader: { Name: 'accept' } },
      PositionalConstraint: 'CONTAINS',
      SearchString: 'text/html',
    })
    const paths = others.flatMap((each) => at(each, 'NotStatement.Statement.ByteMatchStatement.SearchString') ?? [])
    expect(paths).toEqual(['/api/', '/media/', '/files/'])
    const agents = new RegExp(
      others
        .map((each) => at(each, 'NotStatement.Statement.RegexMatchStatement.RegexString'))
        .filter(Boolean)
        .join(''),
    )
    for (const bot of [
      'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
      'WhatsApp/2.23.20.0',
      'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
      'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
      'Twitterbot/1.0',
    ]) {
      expect(bot.toLowerCase()).toMatch(agents)
    }
    expect('mozilla/5.0 (windows nt 10.0; win64; x64) chrome/126.0').not.toMatch(agents)
  })

  /**
   * Capacity by the tables of https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statements-match.html and
   * …/aws-managed-rule-groups-list.html: above 1,500 each request costs more.
   */
  test('stays below 1,500 capacity units', () => {
    const managed: Record<string, number> = {
      AWSManagedRulesAmazonIpReputationList: 25,
      AWSManagedRulesKnownBadInputsRuleSet: 200,
      AWSManagedRulesCommonRuleSet: 700,
    }
    const count = (pattern: RegExp) => [...text(rules()).matchAll(pattern)].length
    const groups = rules().map((each) => managed[String(at(each, 'Name'))] ?? 0)
    const own =
      count(/"RateBasedStatement"/g) * 2 +
      count(/"(STARTS_WITH|EXACTLY|ENDS_WITH)"/g) * 2 +
      count(/"CONTAINS"/g) * 10 +
      count(/"RegexMatchStatement"/g) * 3 +
      count(/"Type":"(NORMALIZE_PATH|LOWERCASE)"/g) * 10 +
      count(/"(And|Not)Statement"/g)
    expect(groups.reduce((sum, each) => sum + each, own)).toBeLessThan(1_500)
    expect(groups.filter((each) => each > 0)).toHaveLength(3)
    expect(count(/"TextTransformations"/g)).toBeGreaterThan(5)
  })

  test('says how long to wait', () => {
    for (const name of ['Flood', 'ApiFlood']) {
      const answer = at(
        rules().find((rule) => at(rule, 'Name') === name),
        'Action.Block.CustomResponse',
      )
      expect(answer).toMatchObject({ ResponseCode: 429, ResponseHeaders: [{ Name: 'retry-after', Value: '60' }] })
    }
  })

  test('says on a refused page, in a sentence, how long and why', () => {
    const flood = rules().find((rule) => at(rule, 'Name') === 'Flood')
    const page = String(at(flood, 'Action.Block.CustomResponse.CustomResponseBodyKey'))
    const acl = ofType('AWS::WAFv2::WebACL').find(({ Properties }) => at(Properties, 'Scope') === 'CLOUDFRONT')
    expect(at(acl?.Properties, `CustomResponseBodies.${page}`)).toEqual({
      ContentType: 'TEXT_HTML',
      Content: expect.stringContaining(
        'Very many requests came at once from you or your network. Please try again in 60 seconds.',
      ),
    })
  })

  test('keeps no samples of requests, whose paths hold secrets', () => {
    for (const rule of rules()) expect(at(rule, 'VisibilityConfig.SampledRequestsEnabled')).toBe(false)
  })
})

describe('page addresses', () => {
  const Answer = z.object({ uri: z.string(), headers: z.record(z.string(), z.object({ value: z.string() })) })
  const code = readFileSync(join(import.meta.dirname, '../../lib/web/page-address.js'), 'utf8')
  const run = (request: object): unknown => runInNewContext(`${code}; handler(${JSON.stringify({ request })})`)
  const asked = (uri: string, headers: object = {}) => {
    const [got, head] = ['GET', 'HEAD'].map((method) => Answer.parse(run({ method, uri, headers })))
    expect(head).toEqual(got)
    return got
  }

  test.each(['/', '/browse', '/gallery/gal_1', '/jane', '/jane/summer-2026', '/dashboard/'])('%s is a page', (uri) => {
    expect(asked(uri)).toEqual({ uri: '/index.html', headers: { [pageAddressHeader]: { value: uri } } })
  })

  test.each(['/index.html', '/config.json', '/assets/index-abc123.js', '/favicon.svg'])('%s is a file', (uri) => {
    expect(asked(uri, { [pageAddressHeader]: { value: '/gallery/gal_1' } })).toEqual({ uri, headers: {} })
  })

  test.each(['POST', 'OPTIONS', 'DELETE'])('%s of one is 405 and names the methods that it has', (method) => {
    expect(run({ method, uri: '/dashboard', headers: {} })).toMatchObject({
      statusCode: 405,
      headers: { allow: { value: 'GET, HEAD' } },
    })
  })

  test('are the only ones rewritten: the API’s answers, 404s too, stay what they are', () => {
    const rewritten = behaviours().filter((it) => at(it, 'FunctionAssociations') !== undefined)
    const patterns = rewritten.map((it) => String(at(it, 'PathPattern')))
    expect(patterns).toEqual([...appSegments.flatMap((segment) => [`/${segment}`, `/${segment}/*`]), '/*.*'])
    for (const error of listAt(distribution(), 'CustomErrorResponses')) {
      expect(Object.keys(error ?? {}).sort()).toEqual(['ErrorCachingMinTTL', 'ErrorCode'])
      expect(at(error, 'ErrorCachingMinTTL')).toBe(0)
    }
    const functions = listAt(distribution(), 'DefaultCacheBehavior.FunctionAssociations')
    expect(functions.filter((each) => at(each, 'EventType') === 'viewer-request')).toHaveLength(1)
  })
})

describe('public pages', () => {
  const page = () => at(distribution(), 'DefaultCacheBehavior')
  const originOf = (id: unknown) => listAt(distribution(), 'Origins').find((origin) => at(origin, 'Id') === id)

  test('come from the function that draws them, and where it fails from the bucket', () => {
    const group = groupOf(page())
    const [first, second] = listAt(group, 'Members.Items').map((member) => originOf(at(member, 'OriginId')))
    expect(text(at(first, 'DomainName'))).toContain('execute-api')
    expect(text(at(first, 'OriginCustomHeaders'))).toContain('x-origin-verify')
    expect(text(at(second, 'DomainName'))).toContain('Pages')
    // A 404 is an answer: the page that says so.
    expect(at(group, 'FailoverCriteria.StatusCodes.Items')).toEqual([403, 500, 502, 503, 504])
  })

  test('are kept by their address and what shows something else, never by who asks', () => {
    const kept = property(policy(at(page(), 'CachePolicyId')), 'CachePolicyConfig')
    const key = at(kept, 'ParametersInCacheKeyAndForwardedToOrigin')
    expect(at(key, 'HeadersConfig')).toEqual({ HeaderBehavior: 'whitelist', Headers: [pageAddressHeader] })
    expect(at(key, 'QueryStringsConfig.QueryStrings')).toEqual([...pageParameters])
    expect(at(key, 'CookiesConfig.CookieBehavior')).toBe('none')
    expect(at(page(), 'OriginRequestPolicyId')).toBeUndefined()
    expect([at(kept, 'MinTTL'), at(kept, 'DefaultTTL')]).toEqual([0, 0])
  })

  test('go through a function that makes a link for phones of what they name, and for nobody else', () => {
    const associated = (it: unknown) =>
      listAt(it, 'FunctionAssociations').find((each) => at(each, 'EventType') === 'viewer-response')
    const pictures = ofType('AWS::CloudFront::Function').find(({ Properties }) =>
      text(at(Properties, 'FunctionCode')).includes(phonePictureHeader),
    )
    expect(text(at(associated(page()), 'FunctionARN'))).toContain(pictures?.id ?? 'no such function')
    expect(behaviours().filter((it) => associated(it) !== undefined)).toEqual([])
  })

  const groupOf = (it: unknown) =>
    listAt(distribution(), 'OriginGroups.Items').find((group) => at(group, 'Id') === at(it, 'TargetOriginId'))

  test('of files that are not there the function says so, on a page of ours: S3 would say 403 in XML', () => {
    const group = groupOf(behaviour('/*.*'))
    const [first, second] = listAt(group, 'Members.Items').map((member) => originOf(at(member, 'OriginId')))
    expect(text(at(first, 'DomainName'))).toContain('Pages')
    expect(text(at(second, 'DomainName'))).toContain('execute-api')
    expect(at(group, 'FailoverCriteria.StatusCodes.Items')).toEqual([403, 404])
  })

  test('have a door and so a rate of their own: a crowd of calls leaves the page that says so', () => {
    const doors = ofType('AWS::ApiGatewayV2::Api').map(({ id }) => id)
    expect(doors).toHaveLength(2)
    const doorOf = (it: unknown) => doors.find((id) => text(at(it, 'DomainName')).includes(id))
    const [drawn] = listAt(groupOf(page()), 'Members.Items').map((member) => originOf(at(member, 'OriginId')))
    const calls = originOf(at(behaviour('/api/*'), 'TargetOriginId'))
    expect([doorOf(drawn), doorOf(calls)].toSorted()).toEqual(doors.toSorted())
    const routes = ofType('AWS::ApiGatewayV2::Route').filter((route) => property(route, 'RouteKey') === '$default')
    expect(new Set(routes.map((route) => text(property(route, 'ApiId')))).size).toBe(2)
  })

  test('share the account’s rate with calls, in both stages together: what one takes, none of the others lacks', () => {
    const stages = (['prod', 'dev'] as const).flatMap((stage) => ofType('AWS::ApiGatewayV2::Stage', stage))
    const sumOf = (name: string) =>
      stages.reduce((sum, stage) => sum + Number(property(stage, `DefaultRouteSettings.${name}`)), 0)
    expect(stages).toHaveLength(4)
    // As an account has them, for all of its APIs in a region together
    // (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html).
    expect(sumOf('ThrottlingRateLimit')).toBeLessThanOrEqual(10_000)
    expect(sumOf('ThrottlingBurstLimit')).toBeLessThanOrEqual(5_000)
    for (const stage of stages) expect(property(stage, 'DefaultRouteSettings.ThrottlingRateLimit')).toBeGreaterThan(0)
  })

  test.each(['/dashboard', '/cart', '/proof/*'])('%s needs no function: it is a file', (path) => {
    expect(at(originOf(at(behaviour(path), 'TargetOriginId')), 'S3OriginConfig')).toBeDefined()
  })

  test.each(['/robots.txt', '/sitemap.xml', '/sitemaps/*', '/og/*'])('%s is found before the files', (path) => {
    const patterns = behaviours().map((it) => at(it, 'PathPattern'))
    expect(patterns.indexOf(path)).toBeLessThan(patterns.indexOf('/*.*'))
    expect(text(at(originOf(at(behaviour(path), 'TargetOriginId')), 'DomainName'))).toContain('execute-api')
  })
})

test('a page that draws reads and never writes, and waits for the files that it names', () => {
  const [fn, ...others] = ofType('AWS::Lambda::Function').filter(({ Metadata }) =>
    String(Metadata.entry).includes('pages.lambda.ts'),
  )
  expect(others).toEqual([])
  const policies = ofType('AWS::IAM::Policy').filter(({ id }) => id.startsWith('PageServer'))
  expect(text(policies)).toContain('dynamodb:Query')
  expect(text(policies)).not.toMatch(/dynamodb:(Put|Update|Delete)|s3:/)
  expect(text(fn?.DependsOn)).toContain('Hashed')
})
