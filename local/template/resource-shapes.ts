import * as z from 'zod'

/** What the local system reads of each kind of resource; everything else of a template is passed over. */
const KeySchema = z.array(z.object({ AttributeName: z.string(), KeyType: z.enum(['HASH', 'RANGE']) }))

export const Table = z.object({
  KeySchema,
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(['S', 'N', 'B']) })),
  GlobalSecondaryIndexes: z
    .array(
      z.object({
        IndexName: z.string(),
        KeySchema,
        Projection: z.object({
          ProjectionType: z.enum(['ALL', 'KEYS_ONLY', 'INCLUDE']),
          NonKeyAttributes: z.array(z.string()).optional(),
        }),
      }),
    )
    .default([]),
  TimeToLiveSpecification: z.object({ AttributeName: z.string() }).optional(),
  StreamSpecification: z
    .object({ StreamViewType: z.enum(['NEW_AND_OLD_IMAGES', 'NEW_IMAGE', 'OLD_IMAGE', 'KEYS_ONLY']) })
    .optional(),
})

export const CorsRule = z.object({
  AllowedMethods: z.array(z.string()),
  AllowedOrigins: z.array(z.string()),
  AllowedHeaders: z.array(z.string()).default([]),
  ExposedHeaders: z.array(z.string()).default([]),
  MaxAge: z.number().optional(),
})

export const Bucket = z.object({
  CorsConfiguration: z.object({ CorsRules: z.array(CorsRule) }).optional(),
  VersioningConfiguration: z.object({ Status: z.string() }).optional(),
})

// CloudFormation's own notifications name a `Queue`; the custom resource of the CDK speaks S3's API and says `QueueArn`.
const FilterRules = z.array(z.object({ Name: z.string(), Value: z.string() }))

const Notification = z.object({
  Events: z.array(z.string()).optional(),
  Event: z.string().optional(),
  QueueArn: z.string().optional(),
  Queue: z.string().optional(),
  Filter: z
    .object({
      Key: z.object({ FilterRules }).optional(),
      S3Key: z.object({ Rules: FilterRules }).optional(),
    })
    .optional(),
})

export const Notifications = z.object({
  QueueConfigurations: z.array(Notification).default([]),
})

export const Queue = z.object({
  VisibilityTimeout: z.coerce.number().default(30),
  DelaySeconds: z.coerce.number().default(0),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.coerce.number() }).optional(),
})

export const LambdaFunction = z.object({
  Timeout: z.coerce.number().default(3),
  MemorySize: z.coerce.number().default(128),
  Environment: z.object({ Variables: z.record(z.string(), z.coerce.string()).default({}) }).optional(),
})

export const EventSource = z.object({
  EventSourceArn: z.string(),
  FunctionName: z.string(),
  BatchSize: z.coerce.number().default(10),
  Enabled: z.boolean().default(true),
  FunctionResponseTypes: z.array(z.string()).default([]),
  ScalingConfig: z.object({ MaximumConcurrency: z.coerce.number() }).optional(),
})

/** A rule of EventBridge's default bus, as far as one is made for a notice of another service. */
export const Rule = z.object({
  EventPattern: z.object({
    'detail-type': z.array(z.string()),
    /** Only mails that bear these tags. */
    detail: z.object({ mail: z.object({ tags: z.record(z.string(), z.unknown()) }) }),
  }),
  Targets: z.array(z.object({ Arn: z.string(), InputPath: z.literal('$.detail') })),
})

export const Schedule = z.object({
  ScheduleExpression: z.string(),
  ScheduleExpressionTimezone: z.string().default('UTC'),
  State: z.string().default('ENABLED'),
  Target: z.object({ Arn: z.string(), Input: z.string().optional() }),
})

export const Route = z.object({
  RouteKey: z.string(),
  AuthorizationType: z.string().default('NONE'),
  AuthorizationScopes: z.array(z.string()).default([]),
  Target: z.string(),
})

export const UserPool = z.object({
  LambdaConfig: z.record(z.string(), z.string()).default({}),
  Policies: z.object({ PasswordPolicy: z.object({ MinimumLength: z.number() }) }).optional(),
  VerificationMessageTemplate: z.object({ EmailSubject: z.string(), EmailMessage: z.string() }).optional(),
})

export const UserPoolClient = z.object({
  CallbackURLs: z.array(z.string()).default([]),
  LogoutURLs: z.array(z.string()).default([]),
})

export const ResponseHeaders = z.object({
  ResponseHeadersPolicyConfig: z.looseObject({
    SecurityHeadersConfig: z
      .object({
        ContentSecurityPolicy: z.object({ ContentSecurityPolicy: z.string() }).optional(),
        ContentTypeOptions: z.looseObject({}).optional(),
        FrameOptions: z.object({ FrameOption: z.string() }).optional(),
        ReferrerPolicy: z.object({ ReferrerPolicy: z.string() }).optional(),
        StrictTransportSecurity: z
          .object({
            AccessControlMaxAgeSec: z.coerce.number(),
            IncludeSubdomains: z.boolean().default(false),
            Preload: z.boolean().default(false),
          })
          .optional(),
      })
      .default({}),
    RemoveHeadersConfig: z.object({ Items: z.array(z.object({ Header: z.string() })) }).default({ Items: [] }),
    CustomHeadersConfig: z
      .object({ Items: z.array(z.object({ Header: z.string(), Value: z.string() })) })
      .default({ Items: [] }),
  }),
})

const Seconds = z.coerce.number()

export const CachePolicy = z.object({
  CachePolicyConfig: z.object({
    MinTTL: Seconds,
    DefaultTTL: Seconds,
    MaxTTL: Seconds,
    ParametersInCacheKeyAndForwardedToOrigin: z.object({
      QueryStringsConfig: z.object({ QueryStringBehavior: z.string(), QueryStrings: z.array(z.string()).default([]) }),
      HeadersConfig: z.object({ Headers: z.array(z.string()).default([]) }),
    }),
  }),
})

const Behaviour = z.looseObject({
  CachePolicyId: z.string().optional(),
  PathPattern: z.string().default('*'),
  ResponseHeadersPolicyId: z.string().optional(),
  TrustedKeyGroups: z.array(z.string()).default([]),
  TargetOriginId: z.string().default(''),
  AllowedMethods: z.array(z.string()).default(['GET', 'HEAD']),
  FunctionAssociations: z.array(z.object({ EventType: z.string(), FunctionARN: z.string() })).default([]),
})

const OriginGroup = z.object({
  Id: z.string(),
  FailoverCriteria: z.object({ StatusCodes: z.object({ Items: z.array(z.number()) }) }),
  Members: z.object({ Items: z.array(z.object({ OriginId: z.string() })) }),
})

export const Distribution = z.object({
  DistributionConfig: z.looseObject({
    DefaultCacheBehavior: Behaviour,
    CacheBehaviors: z.array(Behaviour).default([]),
    Origins: z.array(z.looseObject({ Id: z.string(), S3OriginConfig: z.looseObject({}).optional() })).default([]),
    OriginGroups: z.object({ Items: z.array(OriginGroup) }).default({ Items: [] }),
  }),
})

export const EdgeFunction = z.object({ FunctionCode: z.string() })
