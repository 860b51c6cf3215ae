import type * as z from 'zod'
import type { LocalNames } from './resolve.ts'
import { CachePolicy, Distribution, EdgeFunction, ResponseHeaders } from './resource-shapes.ts'
import type { Resource } from './stacks.ts'

/** What tells kept answers apart, and the bounds of how long they are kept, in seconds. */
export type CachePlan = {
  readonly query: 'all' | readonly string[]
  readonly headers: readonly string[]
  readonly minTtl: number
  readonly defaultTtl: number
  readonly maxTtl: number
}

/** CloudFront's own policy `CachingOptimized`, by its id (…/DeveloperGuide/using-managed-cache-policies.html). */
const managedCaching: Readonly<Record<string, CachePlan>> = {
  '658327ea-f89d-4fab-a63d-7e88639e58f6': {
    query: [],
    headers: [],
    minTtl: 1,
    defaultTtl: 86_400,
    maxTtl: 31_536_000,
  },
}

/** How CloudFront answers the paths of a pattern; the last one is for everything else. */
export type BehaviourPlan = {
  readonly pattern: string
  readonly headers: Readonly<Record<string, string>>
  /** Headers of an answer that do not leave the edge. */
  readonly removed: readonly string[]
  readonly isSigned: boolean
  readonly cache: CachePlan | undefined
  /** Others are answered by CloudFront itself. */
  readonly methods: readonly string[]
  /** Who is asked: a bucket or the API's gateway; after an answer of one of `failover`, the next. */
  readonly origins: readonly ('bucket' | 'gateway')[]
  readonly failover: readonly number[]
  /** Code of the function that sees each request first and may change its address and headers. */
  readonly viewerRequest: string | undefined
  /** Code of the function that sees each answer last and may change its headers. */
  readonly viewerResponse: string | undefined
}

const headersOf = ({ ResponseHeadersPolicyConfig: config }: z.output<typeof ResponseHeaders>) => {
  const { ContentSecurityPolicy, ContentTypeOptions, FrameOptions, ReferrerPolicy, StrictTransportSecurity } =
    config.SecurityHeadersConfig
  const transport = StrictTransportSecurity && [
    `max-age=${StrictTransportSecurity.AccessControlMaxAgeSec}`,
    ...(StrictTransportSecurity.IncludeSubdomains ? ['includeSubDomains'] : []),
    ...(StrictTransportSecurity.Preload ? ['preload'] : []),
  ]
  return {
    ...(ContentSecurityPolicy && { 'content-security-policy': ContentSecurityPolicy.ContentSecurityPolicy }),
    ...(ContentTypeOptions && { 'x-content-type-options': 'nosniff' }),
    ...(FrameOptions && { 'x-frame-options': FrameOptions.FrameOption }),
    ...(ReferrerPolicy && { 'referrer-policy': ReferrerPolicy.ReferrerPolicy }),
    ...(transport && { 'strict-transport-security': transport.join('; ') }),
    ...Object.fromEntries(config.CustomHeadersConfig.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value])),
  }
}

type Reading = {
  readonly ofType: (...types: string[]) => readonly Resource[]
  readonly names: (resource: Resource) => ReturnType<LocalNames>
  /** The properties of a resource with all references resolved. @throws when they have another shape. */
  readonly properties: <S extends z.ZodType>(resource: Resource, schema: S) => z.output<S>
}

/** How CloudFront answers each path, from the distribution and the policies that it names; the default comes last. */
export const behavioursFrom = ({ ofType, names, properties }: Reading): BehaviourPlan[] => {
  const responseHeaders = new Map(
    ofType('AWS::CloudFront::ResponseHeadersPolicy').map((resource) => [
      names(resource).ref,
      headersOf(properties(resource, ResponseHeaders)),
    ]),
  )

  const removedHeaders = new Map(
    ofType('AWS::CloudFront::ResponseHeadersPolicy').map((resource) => [
      names(resource).ref,
      properties(resource, ResponseHeaders).ResponseHeadersPolicyConfig.RemoveHeadersConfig.Items.map(({ Header }) =>
        Header.toLowerCase(),
      ),
    ]),
  )

  const cachePolicies = new Map<string, CachePlan>([
    ...Object.entries(managedCaching),
    ...ofType('AWS::CloudFront::CachePolicy').map((resource): [string, CachePlan] => {
      const { CachePolicyConfig: config } = properties(resource, CachePolicy)
      const { QueryStringsConfig, HeadersConfig } = config.ParametersInCacheKeyAndForwardedToOrigin
      return [
        names(resource).ref,
        {
          query: QueryStringsConfig.QueryStringBehavior === 'all' ? 'all' : QueryStringsConfig.QueryStrings,
          headers: HeadersConfig.Headers.map((name) => name.toLowerCase()),
          minTtl: config.MinTTL,
          defaultTtl: config.DefaultTTL,
          maxTtl: config.MaxTTL,
        },
      ]
    }),
  ])

  const edgeFunctions = new Map(
    ofType('AWS::CloudFront::Function').map((resource) => [
      names(resource).attributes.FunctionARN ?? '',
      properties(resource, EdgeFunction).FunctionCode,
    ]),
  )

  return ofType('AWS::CloudFront::Distribution').flatMap((resource) => {
    const { DefaultCacheBehavior, CacheBehaviors, Origins, OriginGroups } = properties(
      resource,
      Distribution,
    ).DistributionConfig
    const kindOf = (id: string) =>
      Origins.find(({ Id }) => Id === id)?.S3OriginConfig === undefined ? 'gateway' : 'bucket'
    return [...CacheBehaviors, DefaultCacheBehavior].map((behaviour): BehaviourPlan => {
      const group = OriginGroups.Items.find(({ Id }) => Id === behaviour.TargetOriginId)
      const members = group?.Members.Items.map(({ OriginId }) => OriginId) ?? [behaviour.TargetOriginId]
      const functionAt = (event: string) =>
        edgeFunctions.get(
          behaviour.FunctionAssociations.find(({ EventType }) => EventType === event)?.FunctionARN ?? '',
        )
      return {
        pattern: behaviour.PathPattern,
        headers: responseHeaders.get(behaviour.ResponseHeadersPolicyId ?? '') ?? {},
        removed: removedHeaders.get(behaviour.ResponseHeadersPolicyId ?? '') ?? [],
        cache: cachePolicies.get(behaviour.CachePolicyId ?? ''),
        isSigned: behaviour.TrustedKeyGroups.length > 0,
        methods: behaviour.AllowedMethods,
        origins: members.map(kindOf),
        failover: group?.FailoverCriteria.StatusCodes.Items ?? [],
        viewerRequest: functionAt('viewer-request'),
        viewerResponse: functionAt('viewer-response'),
      }
    })
  })
}
