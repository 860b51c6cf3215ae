import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'

type Sent = {
  method?: string
  /** The route's path with its placeholders: "/api/galleries/{galleryId}". */
  route: string
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  body?: unknown
  rawBody?: string
}

/** An event as API Gateway's HTTP API sends it (payload format 2.0), through CloudFront. */
export const httpEvent = ({
  method = 'GET',
  route,
  params = {},
  query = {},
  headers = {},
  body,
  rawBody,
}: Sent): APIGatewayProxyEventV2 => {
  const rawPath = Object.entries(params).reduce((path, [name, value]) => path.replace(`{${name}}`, value), route)
  const text = rawBody ?? (body === undefined ? undefined : JSON.stringify(body))
  return {
    version: '2.0',
    routeKey: `${method} ${route}`,
    rawPath,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: {
      'x-origin-verify': 'front',
      'cloudfront-viewer-address': '198.51.100.7:4711',
      ...(text !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    pathParameters: params,
    queryStringParameters: query,
    isBase64Encoded: false,
    ...(text !== undefined && { body: text }),
    requestContext: {
      accountId: 'local',
      apiId: 'api',
      domainName: 'api.test',
      domainPrefix: 'api',
      requestId: 'req-1',
      routeKey: `${method} ${route}`,
      stage: '$default',
      time: '01/Jan/2030:10:00:00 +0000',
      timeEpoch: 1_893_492_000_000,
      http: { method, path: rawPath, protocol: 'HTTP/1.1', sourceIp: '203.0.113.9', userAgent: 'test' },
    },
  }
}

/** Lambda's second argument, as far as handlers look at it. */
export const lambdaContext = (): Context => ({
  callbackWaitsForEmptyEventLoop: false,
  functionName: 'test',
  functionVersion: '1',
  invokedFunctionArn: 'arn:aws:lambda:eu-west-2:123456789012:function:test',
  memoryLimitInMB: '256',
  awsRequestId: 'aws-1',
  logGroupName: 'group',
  logStreamName: 'stream',
  getRemainingTimeInMillis: () => 10_000,
  done: () => {},
  fail: () => {},
  succeed: () => {},
})
