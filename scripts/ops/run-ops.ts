import { parseArgs } from 'node:util'
import { AppError, errors } from '#schema/errors.ts'
import { type Command, type Input, Refusal, type Say } from './command.ts'
import type { Target } from './target.ts'

/** Each is loaded when it is typed: all of them together are two thirds of what a start takes. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  doctor: async () => (await import('./doctor.ts')).doctor,
  'extend-access': async () => (await import('./extend-access.ts')).extendAccess,
  quota: async () => (await import('./quota.ts')).quota,
  erase: async () => (await import('./erase.ts')).erase,
  'erase-buyer': async () => (await import('./erase-buyer.ts')).eraseBuyer,
  reports: async () => (await import('./reports.ts')).reports,
  takedown: async () => (await import('./takedown.ts')).takedown,
  'discount-codes': async () => (await import('./discount-codes.ts')).discountCodes,
  refund: async () => (await import('./refund.ts')).refund,
  'hold-payouts': async () => (await import('./hold-payouts.ts')).holdPayouts,
  'stopped-mails': async () => (await import('./stopped-mails.ts')).stoppedMails,
  'mail-receipt': async () => (await import('./mail-receipt.ts')).mailReceipt,
  mails: async () => (await import('./mails.ts')).mails,
  'replay-events': async () => (await import('./replay-events.ts')).replayEvents,
  'replay-erasures': async () => (await import('./replay-erasures.ts')).replayErasures,
  redrive: async () => (await import('./redrive.ts')).redrive,
  verify: async () => (await import('./verify.ts')).verify,
  'make-originals': async () => (await import('./make-originals.ts')).makeOriginals,
  'make-sizes': async () => (await import('./make-sizes.ts')).makeSizes,
  migrate: async () => (await import('./migrate.ts')).migrate,
  'restore-drill': async () => (await import('./restore-drill.ts')).restoreDrill,
  rotate: async () => (await import('./rotate.ts')).rotate,
  'stripe-setup': async () => (await import('./stripe-setup.ts')).stripeSetup,
  'platform-balance': async () => (await import('./platform-balance.ts')).platformBalanceCommand,
}

const where = {
  stage: { type: 'string' },
  local: { type: 'boolean', default: false },
  url: { type: 'string', default: 'http://localhost:4000' },
  help: { type: 'boolean', default: false },
} as const

const overview = async () => `Usage: npm run ops -- COMMAND … (--stage dev|prod | --local [--url URL])

${(await Promise.all(Object.values(commands).map((load) => load())))
  .map(({ name, summary }) => `  ${name.padEnd(16)} ${summary}`)
  .join('\n')}

--stage works in the cloud, by the AWS CLI's credentials; --local on a running "npm start".
Commands that move money, erase or write to a buyer only say what they would do, until --apply. COMMAND --help tells more.`

const parsed = ({ options }: Command, args: string[]) => {
  try {
    return parseArgs({ args, options: { ...options, ...where }, allowPositionals: true, strict: true })
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error))
  }
}

const targetOf = async ({ stage, local, url }: Input['values']): Promise<Target> => {
  if ((typeof stage === 'string') === (local === true)) throw new Refusal('Say where: --stage dev|prod, or --local.')
  if (typeof stage !== 'string') return (await import('./local-target.ts')).localTarget(String(url))
  return (await import('./cloud-target.ts')).cloudTarget(stage)
}

/** Runs one command; answers the exit code. A refusal is one sentence, everything else a defect with its stack. */
export const runOps = async ([name = '', ...args]: readonly string[], say: Say): Promise<number> => {
  const command = Object.hasOwn(commands, name) ? await commands[name]?.() : undefined
  if (!command) {
    say(await overview())
    return name === '' || name === '--help' ? 0 : 2
  }
  try {
    const { values, positionals } = parsed(command, args)
    if (values.help) {
      say(`npm run ops -- ${command.name} ${command.help}`)
      return 0
    }
    await command.run({ positionals, values }, { target: await targetOf(values), say })
    return 0
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof AppError)) throw error
    say(error instanceof AppError ? errors[error.code][1] : error.message)
    return 1
  }
}
