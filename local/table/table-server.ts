import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '#local/process/free-port.ts'
import { startGuardedChild } from '#local/process/guarded-child.ts'
import { StartFailure } from '#local/process/start-failure.ts'
import { tableProgram } from './table-program.ts'

export type TableServer = { readonly endpoint: string; close(): Promise<void> }

/** A program that fails ends at once; one that is alive may be slow on a busy machine. */
const startWithinMs = 60_000
/** A port is looked for and then taken, and in between somebody else may take it. */
const attempts = 5
const endpointWithinMs = 10_000

/** Started a moment before, or cleaning its memory up, DynamoDB Local lets seconds pass before it answers. */
const answers = async (endpoint: string, withinMs: number): Promise<boolean> => {
  const deadline = performance.now() + withinMs
  for (;;) {
    try {
      await fetch(endpoint, { signal: AbortSignal.timeout(Math.max(1_000, withinMs)) })
      return true
    } catch {
      if (performance.now() >= deadline) return false
      await pause(200)
    }
  }
}

/**
 * Starts the program and waits until it reports that it listens, which is after loading its data. Waiting for an answer
 * on the port is not enough, because another process might have taken the port.
 * @throws {StartFailure} with the program's last output when it ends, or when it is not ready `withinMs` after its
 * start.
 */
export const runTableProgram = async (
  args: readonly string[],
  { withinMs = startWithinMs, findPort = freePort }: { withinMs?: number; findPort?: () => Promise<number> } = {},
): Promise<TableServer> => {
  const program = await tableProgram()
  for (let attempt = 1; ; attempt++) {
    const port = await findPort()
    const child = await startGuardedChild(program, [...args, '--port', String(port)])
    const endpoint = `http://127.0.0.1:${port}`
    const deadline = performance.now() + withinMs
    while (child.isRunning() && performance.now() < deadline) {
      if (child.errors().includes(`listening on ${endpoint}`)) return { endpoint, close: () => child.stop() }
      await pause(20)
    }
    await child.stop()
    const lastWords = child.errors()
    if (attempt === attempts || !/\bin use\b/i.test(lastWords))
      throw new StartFailure(`DynamoDB did not start (${args.join(' ')}): ${lastWords || 'it gave no answer'}.`)
  }
}

/** Starts DynamoDB on a file, or uses the one that `DYNAMODB_ENDPOINT` names. */
export const startTableServer = async ({
  file,
  endpoint = process.env.DYNAMODB_ENDPOINT,
  withinMs = endpointWithinMs,
}: {
  file: string
  endpoint?: string | undefined
  withinMs?: number
}): Promise<TableServer> => {
  if (!endpoint) return runTableProgram(['serve', '--db-path', file])
  if (!(await answers(endpoint, withinMs)))
    throw new StartFailure(`Nothing answers at DYNAMODB_ENDPOINT (${endpoint}): start it or unset the variable.`)
  return { endpoint, close: async () => {} }
}
