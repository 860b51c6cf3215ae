import { stageNamed } from '#lib/stage.ts'
import { type Aws, awsCommand } from './aws.ts'
import { type Command, Refusal, type Say } from './command.ts'
import type { Question } from './doctor/question.ts'
import { serviceQuestions } from './doctor/service-questions.ts'
import { accountQuestion, bootstrapQuestions, searchQuestion, stackQuestions } from './doctor/stack-questions.ts'

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
  { aws, say }: { readonly aws: Aws; readonly say: Say },
): Promise<void> => {
  const asked = { aws, stage: stageNamed(stageName, { region: process.env.AWS_REGION || undefined }) }
  say(`${asked.stage.name} in ${asked.stage.region}:`)
  const questions = [
    accountQuestion(asked),
    ...bootstrapQuestions(asked),
    ...stackQuestions(asked),
    searchQuestion(asked),
    ...serviceQuestions(asked),
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

Looks at credentials, bootstrap, stacks, Stripe's secret, the sender of emails, SES's sandbox, Lambda's quota, who
hears of alarms and what starts by the clock. Each is asked by itself: what cannot be asked is said and stops nothing. It changes nothing and shows no
value of a secret. What Stripe's account lacks is for stripe-setup, what a table lacks for migrate.`,
  options: {},
  run: async (_input, { target, say }) => {
    if (target.isLocal) throw new Refusal('A local system has nothing to deploy: say --stage dev|prod.')
    await examine(target.name, { aws: awsCommand, say })
  },
}
