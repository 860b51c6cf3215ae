import type { IdentityServer } from '#local/identity/identity.ts'
import type { Environment } from '#local/lambda/environment.ts'
import type { Invocation, Invoker } from '#local/lambda/invoker.ts'
import type { Mail } from '#local/mail/outbox.ts'
import type { Queues } from '#local/queues/queues.ts'
import type { ScheduledJob } from '#local/schedules/timeline.ts'
import type { LocalSecrets } from '#local/secrets/local-secrets.ts'
import type { ObjectStore } from '#local/storage/object-store.ts'
import type { StripeServer } from '#local/stripe/start-stripe.ts'
import type { Plan } from '#local/template/plan.ts'

/** How the local system is started, and what whoever started it can do with it (`system.ts` builds it). */
export type LocalSystemOptions = {
  /** Holds everything that a restart finds again. */
  readonly stateDir: string
  /** The only port that people type; 0 takes a free one. */
  readonly port: number
  /** `production`: the built site is served at `/`, and built first where it is stale. */
  readonly build: 'production' | 'none'
  /** Fills a new state folder with the demo market. */
  readonly seed: boolean
  /** Whether the numbers in the demo's races are read, for a minute or two once it is up; default true. */
  readonly readsNumbers?: boolean
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
  /** Whether the edge keeps answers, as CloudFront does, or asks for each anew. Default false: most tests look at what is behind. */
  readonly isEdgeKeeping?: boolean
  /** Widens every throttle by this factor; default `THROTTLE_SCALE` of the environment, else 1. */
  readonly throttleScale?: number
  /** How many times faster than Stripe allows payouts call its stand-in, asked before each call; default 1,000. */
  readonly paceScale?: () => number
  /** Whether Stripe's stand-in finds its state again after a restart; writing it takes longer than a load test. Default true. */
  readonly keepsStripe?: boolean
  /** Asked before each job that only looks whether something went wrong; while it says so they stay due. Default: never. */
  readonly looksLater?: () => boolean
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
