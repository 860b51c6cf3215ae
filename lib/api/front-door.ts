import { Duration } from 'aws-cdk-lib'
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway'
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2'
import { LogGroup } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { keptOnceMade } from '#lib/data/removal.ts'
import { logRetention } from '#lib/functions/log-retention.ts'
import type { Alarms } from '#lib/monitoring/alarms.ts'
import type { Door, Stage } from '#lib/stage.ts'

/** What users lose while it fails, and where the answer is. */
const told = {
  answers: {
    failing: 'Pages and purchases fail with an error for some visitors.',
    slow: 'Every page that loads something is slow.',
    runbooks: { failing: 'api', slow: 'api-slow' },
  },
  pages: {
    failing: 'Public pages come without their first view for some visitors; the plain application stands in.',
    slow: 'Public pages come late.',
    runbooks: { failing: 'pages', slow: 'pages' },
  },
} as const satisfies Record<Door, unknown>

/**
 * An HTTP API without its routes: CloudFront points to it, and the routes come later with their functions. Answers and
 * pages have one each, and so each a rate of its own: a crowd of calls leaves the page that says so.
 */
export class FrontDoor extends Construct {
  readonly http: HttpApi
  readonly stage: HttpStage

  constructor(
    scope: Construct,
    id: string,
    props: { readonly stage: Stage; readonly alarms: Alarms; readonly serves: Door },
  ) {
    super(scope, id)
    const { perSecond, burst } = props.stage.apiRate[props.serves]
    this.http = new HttpApi(this, 'Http', { description: `Darkslide ${props.stage.name}`, createDefaultStage: false })
    const logs = new LogGroup(this, 'AccessLog', {
      retention: logRetention(props.stage.logDays),
      removalPolicy: keptOnceMade(props.stage),
    })
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.http,
      stageName: '$default',
      autoDeploy: true,
      detailedMetricsEnabled: true,
      throttle: { rateLimit: perSecond, burstLimit: burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(logs),
        // The route, never the path: order ids and tokens in paths are secrets. No addresses of people.
        format: AccessLogFormat.custom(
          JSON.stringify({
            requestId: '$context.requestId',
            at: '$context.requestTime',
            route: '$context.routeKey',
            status: '$context.status',
            latencyMs: '$context.responseLatency',
            bytes: '$context.responseLength',
            authorizer: '$context.authorizer.error',
            integration: '$context.integrationErrorMessage',
          }),
        ),
      },
    })
    this.watch(props.alarms, told[props.serves])
  }

  private watch(alarms: Alarms, { failing, slow, runbooks }: (typeof told)[Door]): void {
    const every = { period: Duration.minutes(5) }
    alarms.raise(this, 'ServerErrors', {
      impact: failing,
      runbook: runbooks.failing,
      metric: this.http.metricServerError({ ...every, statistic: 'Sum' }),
      over: 10,
    })
    alarms.raise(this, 'Slow', {
      impact: slow,
      runbook: runbooks.slow,
      metric: this.http.metricLatency({ ...every, statistic: 'p95' }),
      over: 3_000,
      periods: 3,
    })
  }

  get host(): string {
    return `${this.http.apiId}.execute-api.${this.http.stack.region}.amazonaws.com`
  }
}
