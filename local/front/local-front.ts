import { createPublicKey } from 'node:crypto'
import { stageNamed } from '#lib/stage.ts'
import { contentSecurityPolicy } from '#lib/web/content-security-policy.ts'
import { apiGateway } from '#local/gateway/api-gateway.ts'
import { defaultRoute, missingFileRoute, pageRoutes, routesOf } from '#local/gateway/routes.ts'
import { tokenAuthorizer } from '#local/gateway/token-authorizer.ts'
import type { requestLog } from '#local/http/request-log.ts'
import type { Invoker } from '#local/lambda/invoker.ts'
import { localKeyPairId } from '#local/lambda/local-environment.ts'
import type { LocalSystem } from '#local/local-system.ts'
import { region } from '#local/template/names.ts'
import { api } from '#schema/api/all.ts'
import { installationFile } from '#schema/installation.ts'
import type { EdgeCache } from './edge-cache.ts'
import { type Fronts, frontServer } from './front-server.ts'
import { mediaServer } from './media.ts'
import { holdsFile, staticSite } from './static-site.ts'

type Parts = Pick<LocalSystem, 'plan' | 'identity' | 'storage' | 'secrets'> & {
  readonly siteUrl: string
  /** The built pages; without them only the API, files and the control page are served. */
  readonly siteFolder: string | undefined
  readonly pool: { readonly id: string; readonly clientId: string }
  readonly invoker: Invoker
  /** Absent where nothing is kept. */
  readonly edge: EdgeCache | undefined
  readonly log: ReturnType<typeof requestLog>
  readonly nowMs: () => number
  readonly control: Fronts['control']
}

const bucketSettingOf = (target: string) => {
  if (target.startsWith('/files/zips/')) return 'ZIPS_BUCKET'
  return target.startsWith('/files/') ? 'DELIVERIES_BUCKET' : 'RENDITIONS_BUCKET'
}

/** What browsers are answered by: CloudFront's behaviours with the API, the pages and the files behind them. */
export const localFront = (parts: Parts) => {
  const { siteUrl, siteFolder, plan, pool, identity, storage, secrets, invoker, edge, log, nowMs, control } = parts
  const now = () => new Date(nowMs())
  const bucketOf = (setting: string) =>
    plan.functions.find(({ environment }) => environment[setting])?.environment[setting]
  const site = siteFolder === undefined ? undefined : staticSite(siteFolder)
  const door = {
    invoker,
    authorize: tokenAuthorizer({ issuer: identity.issuer, jwksUrl: identity.jwksUri, audience: pool.clientId }),
    originVerify: () => secrets.ORIGIN_SECRET_ID.originVerify,
    now,
  }
  return frontServer({
    siteUrl,
    behaviours: plan.behaviours,
    edge,
    contentSecurityPolicy: contentSecurityPolicy({
      identity: [identity.endpoint, `https://${identity.hostedUiDomain}`],
      uploads: storage.url,
    }),
    log,
    now,
    fronts: {
      api: apiGateway({ ...door, routes: [...routesOf(Object.values(api)), defaultRoute] }),
      pages: apiGateway({ ...door, routes: [...pageRoutes, missingFileRoute] }),
      holds: ({ pathname }) => siteFolder === undefined || holdsFile(siteFolder, pathname),
      media: mediaServer({
        files: storage.files,
        bucketOf: (target) => bucketOf(bucketSettingOf(target)),
        siteUrl,
        keyPairId: localKeyPairId,
        publicKeyPem: createPublicKey(secrets.MEDIA_KEY_SECRET_ID.privateKeyPem)
          .export({ type: 'spki', format: 'pem' })
          .toString(),
        nowMs,
      }),
      control,
      site: (request, response, url) => {
        if (site) return site(request, response, url.pathname)
        response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
        return response.end('This system was started without the pages.')
      },
      settings: {
        '/config.json': {
          region,
          userPoolId: pool.id,
          userPoolClientId: pool.clientId,
          userPoolEndpoint: identity.endpoint,
          oauthDomain: identity.hostedUiDomain,
          stage: 'local',
        },
        [`/${installationFile}`]: stageNamed('dev').installation,
      },
    },
  })
}
