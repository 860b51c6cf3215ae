import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { QueuePlan } from '#local/template/plan.ts'

/** A folder that is gone after the test. */
export const temporaryFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'darkslide-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Serves until the test ends; resolves to the address. */
export const serving = async (listener: (request: IncomingMessage, response: ServerResponse) => unknown) => {
  const server = createServer((request, response) => void listener(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
}

export const aQueue = (overrides: Partial<QueuePlan> = {}): QueuePlan => {
  const name = overrides.name ?? 'work'
  return {
    name,
    arn: `arn:aws:sqs:eu-west-2:000000000000:${name}`,
    visibilityTimeoutMs: 30_000,
    delayMs: 0,
    ...overrides,
  }
}

/** A clock that only moves when told. */
export const aStillClock = (start = '2030-01-01T10:00:00Z') => {
  let atMs = Date.parse(start)
  return {
    now: () => atMs,
    date: () => new Date(atMs),
    advance: (ms: number) => {
      atMs += ms
    },
  }
}

export const credentials = { accessKeyId: 'local', secretAccessKey: 'local-secret' }
export const region = 'eu-west-2'
