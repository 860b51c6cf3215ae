import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** One of the operator's commands, on the system under test; answers what it says. */
export const ops = async (site: string, ...args: readonly string[]): Promise<string> => {
  const { stdout } = await run(process.execPath, ['scripts/ops.ts', ...args, '--local', '--url', site])
  return stdout
}
