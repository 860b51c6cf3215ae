import { Duration, Validations } from 'aws-cdk-lib'
import { HttpApi, HttpMethod, HttpNoneAuthorizer, HttpRoute, HttpRouteKey } from 'aws-cdk-lib/aws-apigatewayv2'
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations'
import { Construct } from 'constructs'
import type { FrontDoor } from '#lib/api/front-door.ts'
import { MarketFunction } from '#lib/functions/market-function.ts'
import type { Alarms } from '#lib/monitoring/alarms.ts'
import type { Stage } from '#lib/stage.ts'
import { servedAddresses } from '#schema/served-pages.ts'
import { copyFirstViews } from './pages.ts'

export type PageServerProps = {
  readonly stage: Stage
  readonly alarms: Alarms
  readonly door: FrontDoor
}

/** Where Lambda puts a function's code. */
const codeFolder = '/var/task'
const firstViews = 'first-view'

/** Answers public pages as HTML, behind CloudFront and a door of its own; says of files that are not there that there are none; see docs/decisions/0020-pages-as-html.md. */
export class PageServer extends Construct {
  readonly fn: MarketFunction

  constructor(scope: Construct, id: string, { stage, alarms, door }: PageServerProps) {
    super(scope, id)
    this.fn = new MarketFunction(this, 'Pages', {
      stage,
      alarms,
      entry: 'functions/pages/pages.lambda.ts',
      beside: (outdir) => copyFirstViews(this, `${outdir}/${firstViews}`),
      impact: 'Public pages come late and link previews say nothing; the plain application stands in for them.',
      runbook: 'pages',
      // A whole processor (1,769 MB): drawing a page is limited by the processor alone.
      memoryMb: 1_769,
      timeout: Duration.seconds(15),
    })
    this.fn.setting('PAGES_FOLDER', `${codeFolder}/${firstViews}`)
    const http = HttpApi.fromHttpApiAttributes(this, 'Door', { httpApiId: door.http.apiId })
    const integration = new HttpLambdaIntegration('pages-integration', this.fn.lambda, {
      scopePermissionToRoute: false,
    })
    const rest = new HttpRoute(this, 'missing', {
      httpApi: http,
      routeKey: HttpRouteKey.DEFAULT,
      integration,
      authorizer: new HttpNoneAuthorizer(),
    })
    Validations.of(rest).acknowledge({
      id: 'AwsSolutions-APIG4',
      reason: 'It says that there is no such file, to whoever asks.',
    })
    for (const [name, path] of Object.entries(servedAddresses)) {
      for (const method of [HttpMethod.GET, HttpMethod.HEAD]) {
        const route = new HttpRoute(this, `${name}-${method}`, {
          httpApi: http,
          routeKey: HttpRouteKey.with(path, method),
          integration,
          authorizer: new HttpNoneAuthorizer(),
        })
        Validations.of(route).acknowledge({
          id: 'AwsSolutions-APIG4',
          reason: 'Public pages are for everybody; what is not public is not in them.',
        })
      }
    }
  }
}
