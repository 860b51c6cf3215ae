import * as z from 'zod'
import { Refusal } from '../command.ts'
import type { Asked } from './question.ts'

const Outputs = z.array(z.string()).nullable()
const Values = z.array(z.string().nullable()).nullable()
const Secrets = z.array(z.string()).nullable()
const Value = z.object({ SecretString: z.string() })

export const regional =
  ({ aws, stage }: Pick<Asked, 'aws' | 'stage'>) =>
  (...args: string[]) =>
    aws(...args, '--region', stage.region)

/** @returns nothing when AWS knows no such thing; every other refusal goes on. */
export const unlessAbsent = async (answer: Promise<unknown>): Promise<unknown> => {
  try {
    return await answer
  } catch (error) {
    // As the AWS CLI words the codes of SSM, CloudFormation, SES, Cognito and Budgets.
    if (error instanceof Error && /ParameterNotFound|does not exist|NotFoundException/.test(error.message)) return
    throw error
  }
}

/** An output of one of the stage's stacks; nothing where the stack is not there or does not say it. */
export const outputOf = async (asked: Asked, part: string, key: string): Promise<string | undefined> => {
  const name = `darkslide-${asked.stage.name}-${part}`
  // docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_Output.html
  const query = `Stacks[0].Outputs[?OutputKey=='${key}'].OutputValue`
  const found = await unlessAbsent(
    regional(asked)('cloudformation', 'describe-stacks', '--stack-name', name, '--query', query),
  )
  return (Outputs.parse(found ?? null) ?? [])[0]
}

/** What a setting of the stage's functions says; nothing where no function has it. */
export const settingOf = async (asked: Asked, name: string): Promise<string | undefined> => {
  const query = `Functions[?starts_with(FunctionName, 'darkslide-${asked.stage.name}-')].Environment.Variables.${name}`
  const values = Values.parse(await regional(asked)('lambda', 'list-functions', '--query', query)) ?? []
  return values.find((value) => value !== null) ?? undefined
}

/** The JSON of a secret of the stage by the beginning of its name; nothing where it is not there. */
export const secretOf = async (asked: Asked, name: string): Promise<unknown> => {
  const ask = regional(asked)
  const [arn] =
    Secrets.parse(
      await ask(
        ...['secretsmanager', 'list-secrets', '--query', 'SecretList[].ARN'],
        ...['--filters', `Key=name,Values=${name}`, `Key=tag-value,Values=${asked.stage.name}`],
      ),
    ) ?? []
  if (arn === undefined) return
  const { SecretString } = Value.parse(await ask('secretsmanager', 'get-secret-value', '--secret-id', arn))
  return parsedJson(SecretString) ?? null
}

/** @throws Refusal, without the text, which may be a secret or a page of somebody else's. */
export const jsonIn = (text: string, what: string): unknown => {
  const json = parsedJson(text)
  if (json === undefined) throw new Refusal(`${what} is not JSON`)
  return json
}

const parsedJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
