import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { eventTypesOf } from '#functions/payments/event-kinds.ts'
import { awsServices } from '#local/aws-services.ts'
import { openLocalClock } from '#local/clock/local-clock.ts'
import { controlPage } from '#local/control/control-page.ts'
import { builtSite } from '#local/front/build-site.ts'
import { cloudFrontApi } from '#local/front/cloudfront-api.ts'
import { edgeCache } from '#local/front/edge-cache.ts'
import { localFront } from '#local/front/local-front.ts'
import { listen } from '#local/http/listen.ts'
import { requestLog } from '#local/http/request-log.ts'
import { startIdentity } from '#local/identity/identity.ts'
import { functionInvoker, type Invocation, type Invoker } from '#local/lambda/invoker.ts'
import { localEnvironment, variablesOf } from '#local/lambda/local-environment.ts'
import type { LocalSystem, LocalSystemOptions } from '#local/local-system.ts'
import { complaints } from '#local/mail/complaints.ts'
import { openOutbox } from '#local/mail/outbox.ts'
import { sesApi } from '#local/mail/ses-api.ts'
import { localNumberReader } from '#local/numbers/local-number-reader.ts'
import { rekognitionApi } from '#local/numbers/rekognition-api.ts'
import { keptJson } from '#local/process/kept-json.ts'
import { keptPorts } from '#local/process/kept-ports.ts'
import { lockStateFolder, refuseIfLocked } from '#local/process/lock.ts'
import { StartFailure } from '#local/process/start-failure.ts'
import { openStateFolder } from '#local/process/state-folder.ts'
import { startEventSources } from '#local/queues/event-sources.ts'
import { openQueues } from '#local/queues/queues.ts'
import { sqsApi } from '#local/queues/sqs-api.ts'
import { startTimeline } from '#local/schedules/timeline.ts'
import { openSecrets } from '#local/secrets/local-secrets.ts'
import { secretsApi } from '#local/secrets/secrets-api.ts'
import { demoPassword, photographers } from '#local/seed/market.ts'
import { startObjectStore } from '#local/storage/object-store.ts'
import { setUpLocalStripe } from '#local/stripe/set-up.ts'
import { startStripe } from '#local/stripe/start-stripe.ts'
import { completeTable } from '#local/table/complete-table.ts'
import { localAccessKey, makeTable } from '#local/table/make-table.ts'
import { startTableServer } from '#local/table/table-server.ts'
import { account, region } from '#local/template/names.ts'
import { planFrom } from '#local/template/plan.ts'
import { synthesizedTemplates } from '#local/template/templates.ts'

const SeedMark = z.object({ seed: z.enum(['none', 'begun', 'done']) })
/** A seed comes from one address within a minute: no throttle that is made for guessers may stop it. */
const seedThrottleScale = 10_000

const poolId = `${region}_darkslide`
const clientId = 'darkslide-local-client'
/**
 * These look whether something went wrong, and nobody has lost or doubled anything in a year that is only told: while the
 * demo market is made they wait for its last day. They look back two weeks, and at older payouts once for all.
 */
const watchingJobs = new Set(['compare-daily', 'check-overdue'])
/** What an account begins with in most regions (lib/stage.ts); one picture takes this machine longer than its second. */
const rekognitionPerSecond = 5
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
    const edge = edgeCache({ nowMs: clock.now })
    const invocations: Invocation[] = []
    const credentials = { accessKeyId: localAccessKey, secretAccessKey: randomBytes(24).toString('base64url') }

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
    const ports = await keptPorts(path('ports.json'), ['cognito', 'hostedUi', 'google', 'storage'])
    const identity = closing(
      await standIn(startIdentity, {
        stateDir: path('identity'),
        ports,
        clock: () => new Date(),
        codeClock: now,
        pool: {
          id: poolId,
          clientId,
          callbackUrls: userPool.callbackUrls,
          logoutUrls: userPool.logoutUrls,
          passwordMinLength: userPool.passwordMinLength,
          codeMail: userPool.codeMail,
        },
        sendMail: async ({ to, ...mail }) => {
          outbox.add({ from: 'Darkslide <no-reply@verificationemail.com>', to: [to], ...mail })
        },
        trigger: async (name, event) => {
          const entry = userPool.triggers[name]
          return entry === undefined ? undefined : invoke(entry, event)
        },
      }),
    )
    const plan = planned(identity.issuer)
    await makeTable(plan.table, { endpoint: tableServer.endpoint, region, startOver: isNew })
    const market = { name: plan.table.name, endpoint: tableServer.endpoint, region }
    const completed = await completeTable({ table: market, file: path('layout.json'), isNew, now })
    if (completed > 0) say(`Completed what an earlier release had written: ${completed} photographers and galleries.`)
    const queues = closing(openQueues(plan.queues, { folder: path('queues'), now: clock.now }))
    const storage = closing(
      await startObjectStore({
        port: ports.storage,
        folder: path('objects'),
        buckets: plan.buckets,
        queues,
        credentials,
        now,
      }),
    )
    const [webhookSecret = ''] = secrets.STRIPE_SECRET_ID.webhookSecrets
    const [connectSecret = ''] = secrets.STRIPE_SECRET_ID.connectWebhookSecrets
    /** As the command that makes them at Stripe asks for them: an endpoint gets the events that it is for. */
    const endpoint = (kind: 'platform' | 'connect', route: string, secret: string) => ({
      url: `http://127.0.0.1:${front.port}${route}`,
      secret,
      kind,
      events: eventTypesOf(kind),
    })
    const stripe = closing(
      await standIn(startStripe, {
        clock: now,
        ...(options.keepsStripe !== false && { stateFile: path('stripe.json') }),
        apiKey: secrets.STRIPE_SECRET_ID.secretKey,
        tickEveryMs: isTicking ? 1_000 : 0,
        webhooks: [
          endpoint('platform', '/api/webhooks/stripe', webhookSecret),
          endpoint('connect', '/api/webhooks/stripe-connect', connectSecret),
        ],
      }),
    )

    await setUpLocalStripe({ stripe, secrets, isNew })

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
          pagesFolder: join(siteFolder ?? join(root, 'dist'), 'first-view'),
        },
        credentials,
        clockOffsetMs: clock.offsetMs,
        paceScale: options.paceScale ?? (() => 1_000),
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

    const complain = complaints({ queues, plan, now })
    const numberReader = closing(localNumberReader())
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
      ses: sesApi(outbox, complain),
      rekognition: rekognitionApi({ wordsOf: numberReader.readWords, perSecond: rekognitionPerSecond }),
      cloudFront: cloudFrontApi(edge.forget),
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
    let isTelling = seed !== undefined
    const timeline = closing(
      startTimeline({
        path: path('timeline.json'),
        schedules: plan.schedules.filter(({ entry }) => existsSync(join(options.functionsFolder ?? root, entry))),
        clock,
        invoke: invoker.invoke,
        drain,
        otherDueMs: queues.nextVisibleAtMs,
        onMoved: queues.wake,
        isPassedOver: (name) => (isTelling || options.looksLater?.() === true) && watchingJobs.has(name),
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
    const accounts = () =>
      seeding.get().seed === 'done'
        ? photographers.map(({ email, note }) => ({ email, note, password: demoPassword }))
        : []
    serveFront = localFront({
      siteUrl,
      siteFolder,
      plan,
      pool: { id: poolId, clientId },
      identity,
      storage,
      secrets,
      invoker,
      edge: options.isEdgeKeeping === true ? edge : undefined,
      log,
      nowMs: clock.now,
      control: controlPage({
        siteUrl,
        clock: movableClock,
        forget: edge.forget,
        offsetMs: clock.offsetMs,
        outbox,
        complain,
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
      await seed.seedLocalSystem(system, new Date(), { say })
      isTelling = false
      // The time that the seed took has passed here too.
      await movableClock.set(new Date())
      if (options.readsNumbers !== false) await seed.switchNumbersOn(system)
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
