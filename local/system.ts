import { createPublicKey, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { contentSecurityPolicy } from '#lib/web/content-security-policy.ts'
import { awsServices } from '#local/aws-services.ts'
import { openLocalClock } from '#local/clock/local-clock.ts'
import { controlPage } from '#local/control/control-page.ts'
import { builtSite } from '#local/front/build-site.ts'
import { frontServer } from '#local/front/front-server.ts'
import { mediaServer } from '#local/front/media.ts'
import { staticSite } from '#local/front/static-site.ts'
import { apiGateway } from '#local/gateway/api-gateway.ts'
import { routesOf } from '#local/gateway/routes.ts'
import { tokenAuthorizer } from '#local/gateway/token-authorizer.ts'
import { listen } from '#local/http/listen.ts'
import { requestLog } from '#local/http/request-log.ts'
import { type IdentityServer, startIdentity } from '#local/identity/identity.ts'
import type { Environment } from '#local/lambda/environment.ts'
import { functionInvoker, type Invocation, type Invoker } from '#local/lambda/invoker.ts'
import { localEnvironment, localKeyPairId, variablesOf } from '#local/lambda/local-environment.ts'
import { type Mail, openOutbox } from '#local/mail/outbox.ts'
import { sesApi } from '#local/mail/ses-api.ts'
import { keptJson } from '#local/process/kept-json.ts'
import { keptPorts } from '#local/process/kept-ports.ts'
import { lockStateFolder, refuseIfLocked } from '#local/process/lock.ts'
import { StartFailure } from '#local/process/start-failure.ts'
import { openStateFolder } from '#local/process/state-folder.ts'
import { startEventSources } from '#local/queues/event-sources.ts'
import { openQueues, type Queues } from '#local/queues/queues.ts'
import { sqsApi } from '#local/queues/sqs-api.ts'
import { type ScheduledJob, startTimeline } from '#local/schedules/timeline.ts'
import { type LocalSecrets, openSecrets } from '#local/secrets/local-secrets.ts'
import { secretsApi } from '#local/secrets/secrets-api.ts'
import { demoPassword, photographers } from '#local/seed/market.ts'
import { type ObjectStore, startObjectStore } from '#local/storage/object-store.ts'
import { type StripeServer, startStripe } from '#local/stripe/start-stripe.ts'
import { makeTable } from '#local/table/make-table.ts'
import { startTableServer } from '#local/table/table-server.ts'
import { account, region } from '#local/template/names.ts'
import { type Plan, planFrom } from '#local/template/plan.ts'
import { synthesizedTemplates } from '#local/template/templates.ts'
import { api } from '#schema/api/all.ts'

export type LocalSystemOptions = {
  /** Holds everything that a restart finds again. */
  readonly stateDir: string
  /** The only port that people type; 0 takes a free one. */
  readonly port: number
  /** `production`: the built site is served at `/`, and built first where it is stale. */
  readonly build: 'production' | 'none'
  /** Fills a new state folder with the demo market. */
  readonly seed: boolean
  /** Says nothing on the terminal. */
  readonly quiet?: boolean
  /** What the functions log there; default warnings, and nothing where it is quiet. */
  readonly logLevel?: 'SILENT' | 'WARN' | 'INFO'
  /** Starts over. */
  readonly fresh?: boolean
  /** How far ahead the clock of a new state folder is; a seed begins with its own. */
  readonly clockOffsetMs?: number
  /** Schedules also fall due as real time passes; without, only when the clock is moved. Default false. */
  readonly isTicking?: boolean
  /** Widens every throttle by this factor; default `THROTTLE_SCALE` of the environment, else 1. */
  readonly throttleScale?: number
  /** Gives up a start, however far it has come, and closes what is open. */
  readonly signal?: AbortSignal
  /** The templates by stack name, in place of those that `lib` makes. */
  readonly templates?: Readonly<Record<string, unknown>>
  /** Where the entries of the templates lie, if not in this repository. */
  readonly functionsFolder?: string
}

export type QueueState = { name: string; visible: number; inFlight: number; delayed: number; isDeadLetters: boolean }

export type LocalSystem = {
  /** Where people and browsers find it: `http://localhost:4000`. */
  readonly url: string
  /** The state folder was made by this start. */
  readonly isNew: boolean
  readonly plan: Plan
  readonly clock: {
    now(): Date
    /** Moves time on, and does in order what falls due on the way; resolves when all is idle. */
    advance(ms: number): Promise<void>
    set(at: Date): Promise<void>
  }
  jobs(): readonly ScheduledJob[]
  /** Runs a scheduled job now, by the name of its entry (`release-holds`), and what follows from it. */
  runJob(name: string): Promise<unknown>
  /** Resolves when no message can be delivered, no function is at work and no webhook is on its way. */
  drainQueues(): Promise<void>
  outbox(): readonly Mail[]
  queues(): readonly QueueState[]
  readonly queueControl: Queues
  readonly stripe: StripeServer
  readonly identity: IdentityServer
  readonly storage: ObjectStore
  readonly table: { readonly endpoint: string; readonly name: string }
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
  readonly secrets: LocalSecrets
  readonly invoke: Invoker['invoke']
  /** Who can sign in, where the market was seeded. */
  accounts(): readonly { readonly email: string; readonly password: string; readonly note: string }[]
  /** The environment in which an entry runs: for a test that calls the real stores. */
  environmentOf(entry: string): Environment
  invocations(): readonly Invocation[]
  close(): Promise<void>
}

const SeedMark = z.object({ seed: z.enum(['none', 'begun', 'done']) })
/** A seed comes from one address within a minute: no throttle that is made for guessers may stop it. */
const seedThrottleScale = 10_000

const poolId = `${region}_darkslide`
const clientId = 'darkslide-local-client'
/** What is still at work when the system closes is waited for this long. */
const closeWithinMs = 2_000

/** Starts the whole system in this process, but DynamoDB, which is a child of it. One a process: modules keep clients. */
export const startLocalSystem = async (options: LocalSystemOptions): Promise<LocalSystem> => {
  const { stateDir, isTicking = false, quiet = false } = options
  const throttleScale = options.throttleScale ?? Number(process.env.THROTTLE_SCALE ?? 1)
  const opened: (() => unknown)[] = []
  const closeAll = async () => {
    for (const close of opened.splice(0).reverse())
      await Promise.race([close(), pause(closeWithinMs, undefined, { ref: false })])
  }
  options.signal?.addEventListener('abort', closeAll)
  const closing = <T extends { close(): unknown }>(part: T): T => {
    opened.push(() => part.close())
    return part
  }
  const path = (name: string) => join(stateDir, name)
  const say = (line: string) => {
    if (!quiet) console.log(line)
  }

  const start = async (): Promise<LocalSystem> => {
    refuseIfLocked(stateDir)
    const seedMark = () => keptJson(path('seed.json'), SeedMark, () => ({ seed: 'none' as const }))
    const wasCutOff = !options.fresh && existsSync(path('seed.json')) && seedMark().get().seed === 'begun'
    if (wasCutOff) say('The last start was cut off while it made the demo market: starting over.')
    const { isNew } = openStateFolder(stateDir, { fresh: options.fresh === true || wasCutOff })
    const lock = lockStateFolder(stateDir)
    opened.push(() => lock.release())
    const seeding = seedMark()
    const mustSeed = isNew && options.seed
    if (mustSeed) seeding.set({ seed: 'begun' })
    const seed = mustSeed ? await import('#local/seed/seed-local-system.ts') : undefined

    let serveFront: Parameters<typeof listen>[1] = (_, response) => {
      response.writeHead(503, { 'retry-after': '1' })
      response.end()
    }
    let serveServices = serveFront
    const front = closing(await listen(options.port, (request, response) => serveFront(request, response)))
    const services = closing(await listen(0, (request, response) => serveServices(request, response)))
    const siteUrl = `http://localhost:${front.port}`
    const servicesUrl = `http://127.0.0.1:${services.port}`
    const queueUrl = (name: string) => `${servicesUrl}/${account}/${name}`

    const initialOffsetMs = seed ? -seed.seedStartsBeforeMs : (options.clockOffsetMs ?? 0)
    const clock = openLocalClock({ path: path('clock.json'), initialOffsetMs })
    const now = () => new Date(clock.now())
    const secrets = openSecrets(path('secrets.json'))
    const outbox = openOutbox({ path: path('mail.jsonl'), now })
    const log = requestLog()
    const invocations: Invocation[] = []
    const credentials = { accessKeyId: 'darkslide-local', secretAccessKey: randomBytes(24).toString('base64url') }

    const [siteFolder, tableServer, templates] = await Promise.all([
      options.build === 'production' ? builtSite(say, options.signal) : undefined,
      startTableServer({ file: path('table.db') }).then(closing),
      options.templates ?? synthesizedTemplates(join(import.meta.dirname, '../node_modules/.cache/darkslide')),
    ])

    const planned = (issuer: string) =>
      planFrom(templates, {
        siteUrl,
        sqsUrl: servicesUrl,
        userPoolId: poolId,
        userPoolClientId: clientId,
        issuer,
      })
    // Triggers run functions, and functions are told the issuer: the pool is read first, all else when it listens.
    const { userPool } = planned('')
    let invoke: Invoker['invoke'] = async () => {
      throw new Error('The functions are not up yet')
    }
    const identity = closing(
      await standIn(startIdentity, {
        stateDir: path('identity'),
        ports: await keptPorts(path('ports.json'), ['cognito', 'hostedUi', 'google']),
        clock: () => new Date(),
        pool: {
          id: poolId,
          clientId,
          callbackUrls: userPool.callbackUrls,
          logoutUrls: userPool.logoutUrls,
          passwordMinLength: userPool.passwordMinLength,
        },
        sendMail: async ({ to, ...mail }) => {
          outbox.add({ from: 'Cognito <no-reply@verificationemail.com>', to: [to], ...mail })
        },
        trigger: async (name, event) => {
          const entry = userPool.triggers[name]
          return entry === undefined ? undefined : invoke(entry, event)
        },
      }),
    )
    const plan = planned(identity.issuer)
    await makeTable(plan.table, { endpoint: tableServer.endpoint, region, startOver: isNew })
    const queues = closing(openQueues(plan.queues, { folder: path('queues'), now: clock.now }))
    const storage = closing(
      await startObjectStore({ folder: path('objects'), buckets: plan.buckets, queues, credentials, now }),
    )
    const [webhookSecret = ''] = secrets.STRIPE_SECRET_ID.webhookSecrets
    const [connectSecret = ''] = secrets.STRIPE_SECRET_ID.connectWebhookSecrets
    const stripe = closing(
      await standIn(startStripe, {
        clock: now,
        stateFile: path('stripe.json'),
        apiKey: secrets.STRIPE_SECRET_ID.secretKey,
        tickEveryMs: isTicking ? 1_000 : 0,
        webhooks: [
          { url: `http://127.0.0.1:${front.port}/api/webhooks/stripe`, secret: webhookSecret, kind: 'platform' },
          { url: `http://127.0.0.1:${front.port}/api/webhooks/stripe-connect`, secret: connectSecret, kind: 'connect' },
        ],
      }),
    )

    const invoker = functionInvoker({
      functions: plan.functions,
      ...(options.functionsFolder !== undefined && { folder: options.functionsFolder }),
      overrides: localEnvironment({
        addresses: {
          siteUrl,
          servicesUrl,
          tableUrl: tableServer.endpoint,
          storageUrl: storage.url,
          identityUrl: identity.endpoint,
          issuer: identity.issuer,
          jwksUrl: identity.jwksUri,
          stripeUrl: stripe.url,
        },
        credentials,
        clockOffsetMs: clock.offsetMs,
        throttleScale: () => (seeding.get().seed === 'begun' ? seedThrottleScale : throttleScale),
        logLevel: options.logLevel ?? (quiet ? 'SILENT' : 'WARN'),
      }),
      onInvocation(invocation) {
        invocations.unshift(invocation)
        invocations.length = Math.min(invocations.length, 500)
        invoked += 1
      },
    })
    let invoked = 0
    invoke = invoker.invoke

    const secretsByArn = new Map(
      Object.entries(secrets).flatMap(([name, value]) =>
        plan.functions.flatMap(({ environment }) => {
          const arn = environment[name]
          return arn === undefined ? [] : [[arn, JSON.stringify(value)] as const]
        }),
      ),
    )
    serveServices = awsServices({
      sqs: sqsApi(queues, queueUrl),
      secrets: secretsApi((id) => secretsByArn.get(id)),
      ses: sesApi(outbox),
    })

    const eventSources = closing(startEventSources(plan.eventSources, { queues, invoker }))
    /** Functions call Stripe, Stripe calls functions: done when a whole round called none. */
    const drain = async () => {
      for (let before = -1; before !== invoked; ) {
        before = invoked
        await stripe.control.tick({})
        await eventSources.idle()
      }
    }
    const timeline = closing(
      startTimeline({
        path: path('timeline.json'),
        schedules: plan.schedules.filter(({ entry }) => existsSync(join(options.functionsFolder ?? root, entry))),
        clock,
        invoke: invoker.invoke,
        drain,
        otherDueMs: queues.nextVisibleAtMs,
        onMoved: queues.wake,
      }),
    )
    const runJob = async (name: string) => {
      const result = await timeline.run(name)
      await drain()
      return result
    }
    const queueStates = () => {
      const deadLetterArns = new Set(plan.queues.map(({ redrive }) => redrive?.deadLetterArn))
      return queues.all().map((queue) => ({
        name: queue.plan.name,
        ...queue.counts(),
        isDeadLetters: deadLetterArns.has(queue.plan.arn),
      }))
    }
    const movableClock = {
      now,
      advance: (ms: number) => timeline.moveTo(clock.now() + ms),
      set: (at: Date) => timeline.moveTo(at.getTime()),
    }
    const bucketOf = (setting: string) =>
      plan.functions.find(({ environment }) => environment[setting])?.environment[setting]
    const accounts = () =>
      seeding.get().seed === 'done'
        ? photographers.map(({ email, note }) => ({ email, note, password: demoPassword }))
        : []
    const site = siteFolder === undefined ? undefined : staticSite(siteFolder)

    serveFront = frontServer({
      siteUrl,
      behaviours: plan.behaviours,
      contentSecurityPolicy: contentSecurityPolicy({
        identity: [identity.endpoint, `https://${identity.hostedUiDomain}`],
        uploads: storage.url,
      }),
      log,
      now,
      fronts: {
        api: apiGateway({
          routes: routesOf(Object.values(api)),
          invoker,
          authorize: tokenAuthorizer({ issuer: identity.issuer, jwksUrl: identity.jwksUri, audience: clientId }),
          originVerify: () => secrets.ORIGIN_SECRET_ID.originVerify,
          now,
        }),
        media: mediaServer({
          files: storage.files,
          bucketOf: (target) => bucketOf(target.startsWith('/files/') ? 'DELIVERIES_BUCKET' : 'RENDITIONS_BUCKET'),
          siteUrl,
          keyPairId: localKeyPairId,
          publicKeyPem: createPublicKey(secrets.MEDIA_KEY_SECRET_ID.privateKeyPem)
            .export({ type: 'spki', format: 'pem' })
            .toString(),
          nowMs: clock.now,
        }),
        control: controlPage({
          siteUrl,
          clock: movableClock,
          offsetMs: clock.offsetMs,
          outbox,
          queues,
          queueStates,
          jobs: timeline.jobs,
          runJob,
          requests: log.all,
          invocations: () => invocations,
          stripe,
          accounts,
          environments: () =>
            Object.fromEntries(plan.functions.map(({ entry }) => [entry, variablesOf(invoker.environmentOf(entry))])),
        }),
        site: (request, response, url) => {
          if (site) return site(request, response, url.pathname)
          response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8' })
          return response.end('This system was started without the pages.')
        },
        config: {
          region,
          userPoolId: poolId,
          userPoolClientId: clientId,
          userPoolEndpoint: identity.endpoint,
          oauthDomain: identity.hostedUiDomain,
          stage: 'local',
        },
      },
    })
    if (isNew) storage.announceSetUp()

    const system: LocalSystem = {
      url: siteUrl,
      isNew,
      plan,
      clock: movableClock,
      jobs: timeline.jobs,
      runJob,
      drainQueues: drain,
      outbox: outbox.all,
      queues: queueStates,
      queueControl: queues,
      stripe,
      identity,
      storage,
      table: { endpoint: tableServer.endpoint, name: plan.table.name },
      credentials,
      secrets,
      invoke: invoker.invoke,
      environmentOf: invoker.environmentOf,
      invocations: () => invocations,
      accounts,
      close: closeAll,
    }
    if (seed) {
      await seed.seedLocalSystem(system, new Date(), say)
      // The time that the seed took has passed here too.
      await movableClock.set(new Date())
      seeding.set({ seed: 'done' })
    }
    if (isTicking) {
      timeline.startTicking()
      // Nobody should wait for a function's first import; what cannot be loaded says so when it is called.
      void (async () => {
        for (const { entry } of plan.functions) await invoker.load(entry)
      })()
    }
    return system
  }

  try {
    return await start()
  } catch (error) {
    await closeAll()
    throw error
  }
}

/** Stand-ins say in one sentence why they cannot start: a damaged file, a port. */
const standIn = async <O, T>(start: (options: O) => Promise<T>, options: O): Promise<T> => {
  try {
    return await start(options)
  } catch (error) {
    throw error instanceof Error ? new StartFailure(error.message, { cause: error }) : error
  }
}

const root = join(import.meta.dirname, '..')
