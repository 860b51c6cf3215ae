import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Context } from 'aws-lambda'
import type { FunctionPlan } from '#local/template/plan.ts'
import { type Environment, withEnvironment } from './environment.ts'

type Handler = (event: unknown, context: Context) => unknown
const isHandler = (value: unknown): value is Handler => typeof value === 'function'

/** The function ran longer than its template allows. */
export class FunctionTimeout extends Error {
  override name = 'FunctionTimeout'
}

export type Invocation = {
  readonly entry: string
  readonly requestId: string
  readonly startedAtMs: number
  readonly tookMs: number
  readonly outcome: 'ok' | 'failed' | 'timeout'
}

export type Invoker = {
  /** Calls the entry's handler with a context like Lambda's. Rejects with what the handler throws. */
  invoke(entry: string, event: unknown): Promise<unknown>
  has(entry: string): boolean
  /** Whether the file of an entry is there and exports a handler; used to load all before the first request. */
  load(entry: string): Promise<boolean>
  environmentOf(entry: string): Environment
}

const root = join(import.meta.dirname, '../..')

/**
 * Calls the real handlers, imported from TypeScript. They all run in this process, and their modules keep clients
 * between calls, as in a warm Lambda. A process can therefore hold only one local system.
 * @param overrides The local value of a variable, computed from the template's value if there is one; `undefined` keeps
 * that one.
 */
export const functionInvoker = ({
  functions,
  overrides,
  onInvocation = () => {},
  folder = root,
}: {
  functions: readonly FunctionPlan[]
  overrides: (name: string, granted: string | undefined) => string | undefined
  onInvocation?: (invocation: Invocation) => void
  folder?: string
}): Invoker => {
  const byEntry = new Map(functions.map((plan) => [plan.entry, plan]))
  const handlers = new Map<string, Promise<Handler>>()

  const planOf = (entry: string) => {
    const plan = byEntry.get(entry)
    if (!plan) throw new Error(`The templates have no function for ${entry}`)
    return plan
  }
  const environmentOf = (entry: string): Environment => {
    const { environment, name, memoryMegabytes } = planOf(entry)
    const lambda: Record<string, string> = {
      AWS_LAMBDA_FUNCTION_NAME: name,
      AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMegabytes),
      AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    }
    return (variable) => overrides(variable, environment[variable]) ?? environment[variable] ?? lambda[variable]
  }
  const load = (entry: string) => {
    const known = handlers.get(entry)
    if (known) return known
    const loading = withEnvironment(environmentOf(entry), async () => {
      const module: Record<string, unknown> = await import(/* @vite-ignore */ pathToFileURL(join(folder, entry)).href)
      if (!isHandler(module.handler)) throw new Error(`${entry} exports no handler`)
      return module.handler
    })
    handlers.set(entry, loading)
    loading.catch(() => handlers.delete(entry))
    return loading
  }

  return {
    environmentOf,
    has: (entry) => byEntry.has(entry),
    load: (entry) =>
      load(entry).then(
        () => true,
        () => false,
      ),
    async invoke(entry, event) {
      const plan = planOf(entry)
      const handler = await load(entry)
      const requestId = randomUUID()
      const startedAtMs = Date.now()
      const deadline = startedAtMs + plan.timeoutMs
      const context: Context = {
        callbackWaitsForEmptyEventLoop: false,
        functionName: plan.name,
        functionVersion: '$LATEST',
        invokedFunctionArn: plan.arn,
        memoryLimitInMB: String(plan.memoryMegabytes),
        awsRequestId: requestId,
        logGroupName: `/aws/lambda/${plan.name}`,
        logStreamName: 'local',
        getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
        done: () => {},
        fail: () => {},
        succeed: () => {},
      }
      const finish = (outcome: Invocation['outcome']) =>
        onInvocation({ entry, requestId, startedAtMs, tookMs: Date.now() - startedAtMs, outcome })
      let timer: NodeJS.Timeout | undefined
      const timeout = new Promise<never>((_, reject) => {
        timer = setTimeout(
          () => reject(new FunctionTimeout(`${entry} ran longer than ${plan.timeoutMs} ms`)),
          plan.timeoutMs,
        )
      })
      try {
        const running = withEnvironment(environmentOf(entry), async () => handler(event, context))
        const result = await Promise.race([running, timeout])
        finish('ok')
        return result
      } catch (error) {
        finish(error instanceof FunctionTimeout ? 'timeout' : 'failed')
        throw error
      } finally {
        clearTimeout(timer)
      }
    },
  }
}
