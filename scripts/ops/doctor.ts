import { resolveTxt } from 'node:dns/promises'
import { stageNamed } from '#lib/stage.ts'
import { awsCommand } from './aws.ts'
import { type Command, Refusal, type Say } from './command.ts'
import { mailQuestions } from './doctor/mail-questions.ts'
import type { Asked, Question } from './doctor/question.ts'
import { clockQuestion, indexQuestion, picturesQuestion, quotaQuestion } from './doctor/service-questions.ts'
import { googleQuestion, pagesQuestion } from './doctor/site-questions.ts'
import { accountQuestion, bootstrapQuestions, searchQuestion, stackQuestions } from './doctor/stack-questions.ts'
import { stripeQuestions } from './doctor/stripe-questions.ts'
import { visitSite } from './doctor/visit.ts'
import { watchQuestions } from './doctor/watch-questions.ts'
import { stripeOf } from './stripe-setup/client.ts'

/** The first line of what went wrong. A shape that was not expected may quote what was found, so it is named alone. */
const reasonOf = (error: unknown): string =>
  error instanceof Refusal ? (error.message.split('\n')[0] ?? '') : 'the answer does not have the expected shape'

const isAnswered = async ({ topic, look }: Question, say: Say): Promise<boolean> => {
  try {
    const { says, cure } = await look()
    say(cure === undefined ? `  [there]    ${topic}: ${says}` : `  [missing]  ${topic}: ${says} → ${cure}`)
    return cure === undefined
  } catch (error) {
    say(`  [unknown]  ${topic}: could not be asked: ${reasonOf(error)}`)
    return false
  }
}

/**
 * Looks at one stage, each question by itself, in the order in which a deployment needs the answers. Changes nothing.
 * @throws {Refusal} when something is missing or could not be asked.
 */
export const examine = async (
  stageName: string,
  { say, ...means }: Omit<Asked, 'stage'> & { readonly say: Say },
): Promise<void> => {
  const asked = { ...means, stage: stageNamed(stageName, { region: process.env.AWS_REGION || undefined }) }
  say(`${asked.stage.name} in ${asked.stage.region}:`)
  const questions = [
    accountQuestion(asked),
    ...bootstrapQuestions(asked),
    ...stackQuestions(asked),
    searchQuestion(asked),
    ...stripeQuestions(asked),
    googleQuestion(asked),
    ...mailQuestions(asked),
    quotaQuestion(asked),
    picturesQuestion(asked),
    ...watchQuestions(asked),
    clockQuestion(asked),
    indexQuestion(asked),
    pagesQuestion(asked),
  ]
  let open = 0
  for (const question of questions) if (!(await isAnswered(question, say))) open += 1
  if (open > 0) throw new Refusal(`${open} of ${questions.length} are open; begin with the first.`)
  say('Nothing is missing of what can be seen from here.')
}

export const doctor: Command = {
  name: 'doctor',
  summary: 'says what a stage in the cloud lacks, in order, with what cures it',
  help: `--stage dev|prod

Looks at credentials, bootstrap, stacks with their outputs, Stripe's secret and webhooks, Google's secret, the sender of
emails, DMARC, SES's sandbox, Lambda's quota, what AWS may do with pictures, who hears of alarms and of the bill, what starts by the clock, and whether
visitors get the deployed pages. Each is asked by itself: what cannot be asked is said and stops nothing. It changes
nothing and shows no value of a secret. What else Stripe's account lacks is for stripe-setup, what a table lacks for
migrate.`,
  options: {},
  run: async (_input, { target, say }) => {
    if (target.isLocal) throw new Refusal('A local system has nothing to deploy: say --stage dev|prod.')
    await examine(target.name, { aws: awsCommand, stripeWith: stripeOf, visit: visitSite, txtOf: resolveTxt, say })
  },
}
