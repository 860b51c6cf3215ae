import { parseArgs } from 'node:util'
import { AppError, errors } from '#schema/errors.ts'
import { cloudTarget } from './cloud-target.ts'
import { type Command, type Input, Refusal, type Say } from './command.ts'
import { discountCodes } from './discount-codes.ts'
import { doctor } from './doctor.ts'
import { erase } from './erase.ts'
import { extendAccess } from './extend-access.ts'
import { holdPayouts } from './hold-payouts.ts'
import { localTarget } from './local-target.ts'
import { makeOriginals } from './make-originals.ts'
import { makeSizes } from './make-sizes.ts'
import { migrate } from './migrate.ts'
import { platformBalanceCommand } from './platform-balance.ts'
import { quota } from './quota.ts'
import { redrive } from './redrive.ts'
import { refund } from './refund.ts'
import { replayErasures } from './replay-erasures.ts'
import { replayEvents } from './replay-events.ts'
import { reports } from './reports.ts'
import { restoreDrill } from './restore-drill.ts'
import { rotate } from './rotate.ts'
import { stripeSetup } from './stripe-setup.ts'
import { takedown } from './takedown.ts'
import type { Target } from './target.ts'
import { verify } from './verify.ts'

const commands: readonly Command[] = [
  doctor,
  extendAccess,
  quota,
  erase,
  reports,
  takedown,
  discountCodes,
  refund,
  holdPayouts,
  replayEvents,
  replayErasures,
  redrive,
  verify,
  makeOriginals,
  makeSizes,
  migrate,
  restoreDrill,
  rotate,
  stripeSetup,
  platformBalanceCommand,
]

const where = {
  stage: { type: 'string' },
  local: { type: 'boolean', default: false },
  url: { type: 'string', default: 'http://localhost:4000' },
  help: { type: 'boolean', default: false },
} as const

const overview = `Usage: npm run ops -- COMMAND … (--stage dev|prod | --local [--url URL])

${commands.map(({ name, summary }) => `  ${name.padEnd(16)} ${summary}`).join('\n')}

--stage works in the cloud, by the AWS CLI's credentials; --local on a running "npm start".
Commands that move money or erase only say what they would do, until --apply. COMMAND --help tells more.`

const parsed = ({ options }: Command, args: string[]) => {
  try {
    return parseArgs({ args, options: { ...options, ...where }, allowPositionals: true, strict: true })
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error))
  }
}

const targetOf = ({ stage, local, url }: Input['values']): Target => {
  if ((typeof stage === 'string') === (local === true)) throw new Refusal('Say where: --stage dev|prod, or --local.')
  return typeof stage === 'string' ? cloudTarget(stage) : localTarget(String(url))
}

/** Runs one command; answers the exit code. A refusal is one sentence, everything else a defect with its stack. */
export const runOps = async ([name = '', ...args]: readonly string[], say: Say): Promise<number> => {
  const command = commands.find((each) => each.name === name)
  if (!command) {
    say(overview)
    return name === '' || name === '--help' ? 0 : 2
  }
  try {
    const { values, positionals } = parsed(command, args)
    if (values.help) {
      say(`npm run ops -- ${command.name} ${command.help}`)
      return 0
    }
    await command.run({ positionals, values }, { target: targetOf(values), say })
    return 0
  } catch (error) {
    if (!(error instanceof Refusal) && !(error instanceof AppError)) throw error
    say(error instanceof AppError ? errors[error.code][1] : error.message)
    return 1
  }
}
