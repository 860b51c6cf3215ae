import * as z from 'zod'
import { api } from '#schema/api/all.ts'
import { commonErrors, type Endpoint, type SubjectSpec } from '#schema/api/endpoint.ts'
import { ErrorBody, type ErrorCode, errors } from '#schema/errors.ts'

/** The contract as OpenAPI 3.1, whose schemas are JSON Schema 2020-12: what `docs/openapi.json` holds. */
export const openApi = () => ({
  openapi: '3.1.0',
  info: {
    title: 'Darkslide',
    version: '1',
    description:
      'Generated from schema/api by `npm run openapi`. Money is integer pence in pounds sterling; times are UTC. A path that is not described is answered 404 `not_found`, a method that is not 405 `method_not_allowed` with `Allow`; HEAD is answered as GET, without a body.',
  },
  servers: [{ url: '/api' }],
  tags: subjects.map(({ name, impact }) => ({ name, description: `When it fails: ${impact}` })),
  paths: pathsOf(),
  components: {
    securitySchemes: {
      photographer: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'JWT',
        description: 'Access token of the user pool',
      },
    },
    schemas: {
      Error: schemaOf(ErrorBody, 'output'),
      GatewayError: {
        type: 'object',
        description: 'What API Gateway answers by itself, before a function is asked or when none answers in time.',
        properties: { message: { type: ['string', 'null'] } },
        required: ['message'],
      },
    },
  },
})

const subjects: SubjectSpec[] = Object.values(api)

const pathsOf = () => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { name: subject, endpoints } of subjects) {
    for (const [name, endpoint] of Object.entries(endpoints)) {
      paths[endpoint.path] = {
        ...paths[endpoint.path],
        [endpoint.method.toLowerCase()]: operation(subject, name, endpoint),
      }
    }
  }
  return Object.fromEntries(Object.entries(paths).toSorted(([a], [b]) => a.localeCompare(b, 'en')))
}

const operation = (subject: string, name: string, endpoint: Endpoint) => ({
  operationId: `${subject}.${name}`,
  tags: [subject],
  summary: endpoint.summary,
  ...securityOf(endpoint),
  parameters: [
    ...parametersOf('path', endpoint.params),
    ...parametersOf('query', endpoint.query),
    ...parametersOf('header', endpoint.headers),
  ],
  ...(endpoint.body && {
    requestBody: { required: true, content: { 'application/json': { schema: schemaOf(endpoint.body, 'input') } } },
  }),
  responses: { ...success(endpoint), ...refusals(endpoint) },
})

const securityOf = ({ access }: Endpoint) => {
  if (access === 'public') return { security: [] }
  return { security: access === 'visitor' ? [{}, { photographer: [] }] : [{ photographer: [] }] }
}

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline', override })
  return rest
}

/** A field that is read leniently refuses nothing, so no limit may be announced for it. */
const override = ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: object }): void => {
  if (!(zodSchema instanceof z.ZodCatch)) return
  for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key)
  Object.assign(jsonSchema, { description: 'What cannot be read counts as not sent.' })
}

const parametersOf = (place: 'path' | 'query' | 'header', shape: Endpoint['params']) =>
  Object.entries(shape?.shape ?? {}).map(([name, schema]) => {
    const field = z.object({ [name]: z.instanceof(z.ZodType).parse(schema) })
    const { properties = {}, required = [] } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any', override })
    return { name, in: place, required: place === 'path' || required.includes(name), schema: properties[name] ?? {} }
  })

const success = ({ response }: Endpoint) =>
  response instanceof z.ZodUndefined
    ? { 204: { description: 'Done' } }
    : { 200: { description: 'Done', content: { 'application/json': { schema: schemaOf(response, 'output') } } } }

/**
 * The statuses that API Gateway answers with a body of its own: from its authorizer for photographers' endpoints, for
 * bodies over its 10 MB, and for functions that take longer than its 30 seconds
 * (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html). See docs/decisions/0033.
 */
const gatewayStatuses = { authorized: [401, 403], all: [413, 503] }
const ownBody = { $ref: '#/components/schemas/Error' }
const eitherBody = { anyOf: [ownBody, { $ref: '#/components/schemas/GatewayError' }] }

/** One entry a status, naming the codes that come with it. */
const refusals = ({ errors: own, access, whileClosing }: Endpoint) => {
  const needsAccount = access === 'photographer' || access === 'subscriber'
  const codes: ErrorCode[] = [
    ...commonErrors,
    ...own,
    ...(needsAccount ? (['unauthenticated'] as const) : []),
    ...(needsAccount && whileClosing !== true ? (['account_closing'] as const) : []),
  ]
  const byStatus = Map.groupBy([...new Set(codes)], (code) => errors[code][0])
  return Object.fromEntries(
    [...byStatus].map(([status, all]) => [
      status,
      {
        description: all.map((code) => `\`${code}\`: ${errors[code][1]}`).join('\n\n'),
        content: { 'application/json': { schema: isGateways(Number(status), needsAccount) ? eitherBody : ownBody } },
      },
    ]),
  )
}

const isGateways = (status: number, needsAccount: boolean): boolean =>
  gatewayStatuses.all.includes(status) || (needsAccount && gatewayStatuses.authorized.includes(status))
