import { setTimeout as pause } from 'node:timers/promises'
import type { Context } from 'aws-lambda'

type Probe = { read?: string[]; sleepMs?: number; fail?: string }

/** Answers what it sees of its surroundings. */
export const handler = async ({ read = [], sleepMs = 0, fail }: Probe, context: Context) => {
  await pause(sleepMs)
  if (fail !== undefined) throw new Error(fail)
  return {
    environment: Object.fromEntries(read.map((name) => [name, process.env[name]])),
    name: context.functionName,
    hasTime: context.getRemainingTimeInMillis() > 0,
  }
}
