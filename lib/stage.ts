import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { stripeAsDelivered } from '#functions/payments/stripe-pace.ts'
import { Installation } from '#schema/installation.ts'
import { MinimumOrder, minimumChargePence } from '#schema/money.ts'
import { Trader } from '#schema/trader.ts'

/**
 * The regions an installation may run in: those with CloudFront's Origin Shield, which runs in the origin's region
 * (CloudFront Developer Guide, "Choosing the AWS Region for your Origin Shield"). The firewall and the certificate are
 * always in us-east-1, the only region that CloudFront takes them from.
 */
const Region = z.enum([
  'ap-northeast-1',
  'ap-northeast-2',
  'ap-south-1',
  'ap-southeast-1',
  'ap-southeast-2',
  'eu-central-1',
  'eu-west-1',
  'eu-west-2',
  'sa-east-1',
  'us-east-1',
  'us-east-2',
  'us-west-2',
])

/** What one installation decides for itself: context of `cdk` (`-c name=value`, or `cdk.context.json`). */
const Choices = z.object({
  /** Absent while synthesizing without an account: templates then name it by `AWS::AccountId`. */
  account: z.string().optional(),
  /** Where everything but the edge is. A stage stays where it was made: nothing moves its table and buckets. */
  region: Region.default('eu-west-2'),
  /** Own domain of the site, with the Route 53 zone that serves it. Without: CloudFront's own domain. */
  domainName: z.string().optional(),
  hostedZoneId: z.string().optional(),
  /** OAuth client at Google; its secret is in Secrets Manager. Without: e-mail sign-in only. */
  googleClientId: z.string().optional(),
  /** Sender of every e-mail; an address whose domain is verified in SES. Default: hello@ the domain. */
  mailFrom: z.email().optional(),
  /** Hears of reports about galleries, and may be written to. Default: the sender. */
  supportEmail: z.email().optional(),
  /** Who runs the installation: ends every e-mail, and stands on receipts. Without: none of it is said. */
  traderName: z.string().optional(),
  traderAddress: z.string().optional(),
  traderCompanyNumber: z.string().optional(),
  /** Only who is registered for VAT has a number; the rate is what prices contain then, in whole per cent. */
  vatNumber: z.string().optional(),
  vatPercent: z
    .string()
    .regex(/^\d{1,2}$/)
    .optional(),
  /**
   * The Strict-Transport-Security header, with a period of two years: `host` covers this name alone, `subdomains` also
   * every name below it, `preload` is `subdomains` and allows inclusion in browsers' lists, `off` withdraws it from
   * returning browsers.
   */
  hsts: z.enum(['off', 'host', 'subdomains', 'preload']).default('host'),
  /** What others do with mails that only claim to be of the domain; `own` where the zone says so itself. */
  dmarc: z.enum(['own', 'none', 'quarantine', 'reject']).default('none'),
  /** The weekly payout takes balances from this on; pence. Smaller ones wait, or are asked for (docs/cost.md, "Connect"). */
  payoutFromPence: z.coerce.number().int().min(0).max(100_000).default(0),
  /** An order costs this at least, where it costs anything; pence. From 30, which is Stripe's own minimum. */
  minimumOrderPence: z.coerce.number().pipe(MinimumOrder).default(minimumChargePence),
  /**
   * How many functions the account may run at once (Service Quotas, `L-B99A9384`). From it comes what those that take money
   * have to themselves. Without: nothing is reserved, so that an account of 10 can be deployed to.
   */
  lambdaQuota: z.coerce.number().int().min(1).optional(),
  /**
   * How many calls a second Stripe takes of the account on each endpoint, and all in all if that is less
   * (https://docs.stripe.com/rate-limits). Raise it after Stripe has: workers and their pace come from it.
   */
  stripeCallsPerSecond: z.coerce.number().min(5).max(5_000).default(stripeAsDelivered),
  /**
   * What answers searches of the market: the table, or an OpenSearch Serverless collection, which has a price by the hour
   * (docs/cost.md) and the table behind it (docs/decisions/0113).
   */
  search: z.enum(['table', 'opensearch']).default('table'),
  /**
   * How many mails a second SES takes of the account (`aws sesv2 get-account`, `MaxSendRate`): senders keep to it together, and
   * there are as many as it takes. The default is what accounts usually begin with once they are out of the sandbox.
   */
  mailsPerSecond: z.coerce.number().min(1).max(5_000).default(14),
  /**
   * How many calls of `DetectText` a second Rekognition takes of the account (Service Quotas, `L-87CF5BA6`): readers keep to it
   * together. N. Virginia begins with 50 and other regions with less (docs.aws.amazon.com/general/latest/gr/rekognition.html):
   * without a word, what all of them take.
   */
  numbersPerSecond: z.coerce.number().min(1).max(500).default(5),
  /**
   * Folder with `terms.txt` and `privacy.txt`, the operator's own words: blocks between blank lines, headings begin with
   * "# ". Without: the texts as delivered, which say that they must be replaced.
   */
  legalFolder: z.string().optional(),
  /** Who hears of alarms. Without: nobody, the alarms are only on the dashboard. */
  alarmEmail: z.email().optional(),
  /** Alarm when the month's bill is forecast above this. */
  monthlyBudgetUsd: z.coerce.number().positive().optional(),
  /** Versions of secrets that CloudFormation reads, after they were changed: without one it sees no reason to read again. */
  originSecretVersion: z.string().optional(),
  googleSecretVersion: z.string().optional(),
  /**
   * A table that was restored from a backup, by its name: everything works on it instead of the stack's own, which stays
   * (docs/decisions/0211-a-restored-table-is-named.md). `tableStream` is the label of its stream, for a search engine.
   */
  table: z
    .string()
    .regex(/^[\w.-]{3,255}$/)
    .optional(),
  tableStream: z
    .string()
    .regex(/^[\dT:.-]+$/)
    .optional(),
  /**
   * Which key pairs CloudFront trusts for signed addresses, the signing one first: "1"; while they are exchanged "1,2",
   * then "2,1", then "2" (`npm run ops -- rotate media`).
   */
  mediaKeys: z
    .string()
    .regex(/^[1-9]\d*(,[1-9]\d*)?$/)
    .default('1')
    .transform((text) => text.split(',')),
  /**
   * Repository whose GitHub workflows may deploy this stage, as its tokens name it: "owner/name", or, of repositories
   * made since July 2026, with both numbers: "owner@123/name@456". Without: people alone.
   */
  githubRepository: z
    .string()
    .regex(/^[\w.-]+\/[\w.-]+$|^[\w.-]+@\d+\/[\w.-]+@\d+$/)
    .optional(),
})
export type Choices = { readonly [N in keyof z.input<typeof Choices>]?: string | undefined }

/** A copy of the whole system. `dev` may be thrown away; `prod` keeps its data whatever is done to its stacks. */
export type Stage = z.output<typeof Choices> & {
  readonly name: StageName
  readonly mailFrom: string
  readonly supportAddress: string
  readonly trader: Trader
  /** What the pages say of whoever runs the site. */
  readonly installation: Installation
  /** What becomes of tables, buckets and users when their stack is deleted. */
  readonly data: 'keep' | 'discard'
  readonly logDays: number
  /** Requests a second that each HTTP API lets through, over all callers. */
  readonly apiRate: Readonly<Record<Door, Rate>>
}

/** The two HTTP APIs, by what they serve: what browsers call, and pages as HTML. */
export type Door = 'answers' | 'pages'
type Rate = { readonly perSecond: number; readonly burst: number }

const StageName = z.enum(['dev', 'prod'])
export type StageName = z.infer<typeof StageName>

/**
 * All APIs of an account and region share 10,000 requests a second with a burst of 5,000
 * (https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html). An API has a rate of its own only where all of
 * them together come to no more than that, so the rates of both stages do. Calls have room for 3,000 visitors a second, three
 * calls each (`bench/scale`); of pages, which an edge keeps for five minutes, far fewer are asked for
 * (docs/decisions/0072-a-door-for-pages.md).
 */
const stages = {
  dev: {
    data: 'discard',
    logDays: 14,
    apiRate: { answers: { perSecond: 200, burst: 150 }, pages: { perSecond: 50, burst: 50 } },
  },
  prod: {
    data: 'keep',
    logDays: 90,
    apiRate: { answers: { perSecond: 9_000, burst: 4_400 }, pages: { perSecond: 750, burst: 400 } },
  },
} as const satisfies Record<StageName, unknown>

/** How AWS knows the budget of a stage: unique in the account. */
export const budgetName = (stage: StageName): string => `darkslide-${stage}`

/**
 * A choice as it was written, for `Choices` to read: `-c` gives text, `cdk.context.json` also numbers.
 * @returns `undefined` where nothing is chosen, which `null` and an empty text mean too.
 * @throws for a list, an object, and true or false: no choice is one, and their names would stand on receipts.
 */
export const writtenChoice = (name: string, value: unknown): string | undefined => {
  const { success, data } = z.union([z.string(), z.number()]).nullish().safeParse(value)
  if (!success) throw new Error(`${name} is neither a text nor a number: leave it out where nothing is chosen.`)
  return data === '' ? undefined : data?.toString()
}

/** @throws when the stage is not one of ours, or a choice is malformed or lacks its other half. */
export const stageNamed = (name: string, choices: Choices = {}): Stage => {
  const known = StageName.safeParse(name)
  if (!known.success)
    throw new Error(`No stage "${name}": choose one of ${StageName.options.join(', ')} (-c stage=dev).`)
  const chosen = Choices.parse(choices)
  if ((chosen.domainName === undefined) !== (chosen.hostedZoneId === undefined)) {
    throw new Error('domainName and hostedZoneId come together: the certificate is validated in that zone.')
  }
  // A choice that was made for one stage must not have another one work on its table, and sweep its files away.
  if (chosen.table !== undefined && !chosen.table.startsWith(`darkslide-${name}-`)) {
    throw new Error(`table is not one of this stage: the name of a restored one begins with darkslide-${name}-.`)
  }
  if (chosen.tableStream !== undefined && chosen.table === undefined) {
    throw new Error('table is missing: tableStream is the label of a restored table’s stream.')
  }
  if (chosen.table !== undefined && chosen.search === 'opensearch' && chosen.tableStream === undefined) {
    throw new Error('tableStream is missing: the search engine follows the restored table by its stream.')
  }
  if (new Set(chosen.mediaKeys).size < chosen.mediaKeys.length) throw new Error('mediaKeys names one key twice.')
  const mailFrom = chosen.mailFrom ?? `hello@${chosen.domainName ?? 'darkslide.invalid'}`
  const supportAddress = chosen.supportEmail ?? mailFrom
  const trader = traderOf(chosen)
  return {
    ...stages[known.data],
    ...chosen,
    mailFrom,
    supportAddress,
    trader,
    installation: Installation.parse({
      supportAddress,
      trader,
      terms: legalText(chosen.legalFolder, 'terms.txt'),
      privacy: legalText(chosen.legalFolder, 'privacy.txt'),
    }),
    name: known.data,
  }
}

const legalText = (folder: string | undefined, file: string): string | null =>
  folder === undefined ? null : readFileSync(join(folder, file), 'utf8')

/** Half a statement of who trades would mislead whoever reads a receipt. */
const traderOf = ({
  traderName,
  traderAddress,
  traderCompanyNumber,
  vatNumber,
  vatPercent,
}: z.output<typeof Choices>): Trader => {
  if ((vatNumber === undefined) !== (vatPercent === undefined)) {
    throw new Error('vatNumber and vatPercent come together: a receipt shows both or neither.')
  }
  const details = [traderAddress, traderCompanyNumber, vatNumber]
  if (traderName === undefined && details.some((detail) => detail !== undefined)) {
    throw new Error('traderName is missing: an address, a company number or a VAT number is somebody’s.')
  }
  return Trader.parse({
    name: traderName ?? null,
    address: traderAddress ?? null,
    companyNumber: traderCompanyNumber ?? null,
    vat: vatNumber === undefined ? null : { number: vatNumber, percent: Number(vatPercent) },
  })
}
