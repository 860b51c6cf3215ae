import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { Refusal } from './command.ts'

/** Asks AWS by its own command line, with whatever credentials that has, and answers the JSON. */
export type Aws = (...args: string[]) => Promise<unknown>

const run = promisify(execFile)

/** @throws {Refusal} with what the command line said, when it is not there or AWS refuses. */
export const awsCommand: Aws = async (...args) => {
  try {
    const { stdout } = await run('aws', [...args, '--output', 'json'], { maxBuffer: 67_108_864 })
    return stdout.trim() === '' ? null : JSON.parse(stdout)
  } catch (error) {
    const text = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : ''
    throw new Refusal(text === '' ? 'The AWS CLI is needed, version 2, with credentials.' : text)
  }
}
