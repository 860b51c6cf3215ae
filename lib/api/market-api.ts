import { Duration, Validations } from 'aws-cdk-lib'
import {
  HttpApi,
  HttpMethod,
  HttpNoneAuthorizer,
  HttpRoute,
  HttpRouteKey,
  type IHttpApi,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpJwtAuthorizer } from 'aws-cdk-lib/aws-apigatewayv2-authorizers'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { Construct } from 'constructs'
import { MarketFunction } from '#lib/functions/market-function.ts'
import type { Room } from '#lib/functions/room.ts'
import type { MarketUsers } from '#lib/identity/market-users.ts'
import type { Alarms } from '#lib/monitoring/alarms.ts'
import type { Stage } from '#lib/stage.ts'
import type { Access, SubjectSpec } from '#schema/api/endpoint.ts'
import { requiredScope } from '#schema/sign-in-scopes.ts'
import type { FrontDoor } from './front-door.ts'

/** What a function of the API has: twice the processor of half of it, for a seventh more of its price (`bench/api`). */
export const subjectMemoryMb = 1_024

export type MarketApiProps = {
  readonly stage: Stage
  readonly alarms: Alarms
  readonly door: FrontDoor
  readonly users: MarketUsers
}

/** Turns the contract into routes: one function a subject, found by name, and the authorizer where a caller is asked for. */
export class MarketApi extends Construct {
  readonly functions: MarketFunction[] = []
  private readonly props: MarketApiProps
  private readonly http: IHttpApi
  private readonly authorizers: Readonly<Record<Access, IHttpRouteAuthorizer>>

  constructor(scope: Construct, id: string, props: MarketApiProps) {
    super(scope, id)
    this.props = props
    // By its id: what belongs to a route would otherwise be made beside the API, in a stack that knows nothing of users.
    this.http = HttpApi.fromHttpApiAttributes(this, 'Door', { httpApiId: props.door.http.apiId })
    const open = new HttpNoneAuthorizer()
    const signedIn = new HttpJwtAuthorizer('SignedIn', props.users.issuer, { jwtAudience: [props.users.clientId] })
    this.authorizers = { public: open, visitor: open, photographer: signedIn, subscriber: signedIn }
  }

  /** Serves one subject of the contract; its function must still be granted what it uses. */
  subject(
    spec: SubjectSpec,
    own: { readonly memoryMb?: number; readonly timeout?: Duration; readonly room?: Room; readonly sharp?: true } = {},
  ): MarketFunction {
    const { stage, alarms } = this.props
    const fn = new MarketFunction(this, spec.name, {
      stage,
      alarms,
      entry: `functions/${spec.name}/${spec.name}.lambda.ts`,
      impact: spec.impact,
      runbook: `api-${spec.name}`,
      memoryMb: own.memoryMb ?? subjectMemoryMb,
      // API Gateway gives up after 30 seconds, browsers' patience much earlier.
      timeout: own.timeout ?? Duration.seconds(15),
      ...(own.room && { room: own.room }),
      ...(own.sharp && { sharp: own.sharp }),
    })
    const integration = new HttpLambdaIntegration(`${spec.name}-integration`, fn.lambda, {
      scopePermissionToRoute: false,
    })
    for (const [name, { method, path, access }] of Object.entries(spec.endpoints)) {
      const isOpen = access === 'public' || access === 'visitor'
      // A route has one method, so that HEAD needs its own beside GET.
      const made = [`${spec.name}-${name}`, methods[method]] as const
      const head = [`${spec.name}-${name}-head`, HttpMethod.HEAD] as const
      for (const [id, asked] of method === 'GET' ? [made, head] : [made]) {
        const route = new HttpRoute(this, id, {
          httpApi: this.http,
          routeKey: HttpRouteKey.with(`/api${path}`, asked),
          integration,
          authorizer: this.authorizers[access],
          ...(isOpen ? {} : { authorizationScopes: [requiredScope] }),
        })
        if (isOpen) {
          openToAll(route, `The contract opens it to anybody ("${access}"): buyers and webhooks have no account.`)
        }
      }
    }
    this.functions.push(fn)
    return fn
  }

  /**
   * Answers requests that match no route, which API Gateway would otherwise answer with a body of its own. Its
   * `$default` route gets requests that fit neither a path and method nor a greedy path
   * (docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html).
   */
  everythingElse(): MarketFunction {
    const { stage, alarms } = this.props
    const fn = new MarketFunction(this, 'unrouted', {
      stage,
      alarms,
      entry: 'functions/unrouted/unrouted.lambda.ts',
      impact: 'Addresses that do not exist are answered with an error of ours; nothing else is harmed.',
      runbook: 'unknown-addresses',
      memoryMb: 256,
    })
    const route = new HttpRoute(this, 'unrouted-default', {
      httpApi: this.http,
      routeKey: HttpRouteKey.DEFAULT,
      integration: new HttpLambdaIntegration('unrouted-integration', fn.lambda, { scopePermissionToRoute: false }),
      authorizer: new HttpNoneAuthorizer(),
    })
    openToAll(route, 'It says that there is nothing at this address, to whoever asks.')
    this.functions.push(fn)
    return fn
  }
}

const openToAll = (route: HttpRoute, reason: string): void => {
  Validations.of(route).acknowledge({ id: 'AwsSolutions-APIG4', reason })
}

const methods = {
  GET: HttpMethod.GET,
  POST: HttpMethod.POST,
  PUT: HttpMethod.PUT,
  PATCH: HttpMethod.PATCH,
  DELETE: HttpMethod.DELETE,
} as const
