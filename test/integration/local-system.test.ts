import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { defaultRoute, missingFileRoute, pageRoutes, routesOf } from '#local/gateway/routes.ts'
import type { LocalSystem } from '#local/local-system.ts'
import { startLocalSystem } from '#local/system.ts'
import { region } from '#local/template/names.ts'
import { api } from '#schema/api/all.ts'

const aFolder = () => mkdtempSync(join(tmpdir(), 'darkslide-system-'))
const root = join(import.meta.dirname, '../..')
/** What takes longer hangs: it closes within three seconds, on a machine that does nothing else. */
const hangsMs = 60_000
const Offset = z.object({ offsetMs: z.number() })

describe('a started system', () => {
  const stateDir = aFolder()
  let system: LocalSystem
  beforeAll(async () => {
    system = await startLocalSystem({ stateDir, port: 0, build: 'none', seed: false, quiet: true })
  })
  afterAll(async () => {
    await system?.close()
    rmSync(stateDir, { recursive: true, force: true })
  })
  const ask = (path: string, init?: RequestInit) => fetch(system.url + path, init)

  test('has the routes of the template, which are those of the contract', () => {
    const sorted = (routes: readonly object[]) => routes.map((route) => JSON.stringify(route)).sort()

    expect(sorted(system.plan.routes)).toEqual(
      sorted([...routesOf(Object.values(api)), ...pageRoutes, missingFileRoute, defaultRoute]),
    )
  })

  test('has the template’s table with all its indexes', async () => {
    const client = new DynamoDBClient({ endpoint: system.table.endpoint, region, credentials: system.credentials })
    const { Table } = await client.send(new DescribeTableCommand({ TableName: system.table.name }))
    client.destroy()

    expect(Table?.GlobalSecondaryIndexes?.map(({ IndexName }) => IndexName).sort()).toEqual(
      system.plan.table.GlobalSecondaryIndexes.map(({ IndexName }) => IndexName).sort(),
    )
  })

  test('answers the API with the real functions', async () => {
    const answer = await ask('/api/galleries')

    expect([answer.status, await answer.json()]).toMatchObject([200, { items: [] }])
  })

  test.each(['/api/galleries', '/api/me', '/media/x', '/config.json', '/'])(
    'gives %s the deployed security headers',
    async (path) => {
      const { headers } = await ask(path)

      expect(headers.get('strict-transport-security')).toMatch(/max-age=\d+/)
      expect([headers.get('x-content-type-options'), headers.get('x-frame-options')]).toEqual(['nosniff', 'DENY'])
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain(`connect-src 'self' ${system.identity.endpoint}`)
      expect(policy).toContain(system.storage.url)
      expect(policy).not.toContain('amazonaws.com')
    },
  )

  test('tells the pages where to sign in', async () => {
    expect(await (await ask('/config.json')).json()).toMatchObject({
      region,
      userPoolId: system.identity.poolId,
      userPoolClientId: system.identity.clientId,
      userPoolEndpoint: system.identity.endpoint,
    })
  })

  test('starts the render function for an upload, which is then nowhere among the dead', async () => {
    const originals = system.plan.buckets.find(({ notifications }) => notifications.length > 0)
    const client = new S3Client({
      endpoint: system.storage.url,
      region,
      forcePathStyle: true,
      credentials: system.credentials,
    })
    const place = { Bucket: originals?.name, Key: 'uploads/nobody/nothing/none' }
    await client.send(new PutObjectCommand({ ...place, Body: 'not a photo' }))
    await system.drainQueues()

    expect(await (await client.send(new GetObjectCommand(place))).Body?.transformToString()).toBe('not a photo')
    expect(system.invocations().map(({ entry, outcome }) => [entry, outcome])).toContainEqual([
      'functions/media/render-photo.lambda.ts',
      'ok',
    ])
    expect(system.queues().filter(({ isDeadLetters, visible }) => isDeadLetters && visible > 0)).toEqual([])
    client.destroy()
  })

  test('runs what falls due when the clock is moved', async () => {
    const before = system.invocations().length

    await system.clock.advance(48 * 3_600_000)

    const ran = system
      .invocations()
      .slice(0, system.invocations().length - before)
      .map(({ entry }) => entry)
    expect(ran).toContain('functions/payouts/release-holds.lambda.ts')
    expect(system.clock.now().getTime() - Date.now()).toBeGreaterThan(47 * 3_600_000)
  })

  test('refuses a webhook that Stripe did not sign', async () => {
    const answer = await ask('/api/webhooks/stripe', {
      method: 'POST',
      body: '{}',
      headers: { 'stripe-signature': 't=1,v1=00', 'content-type': 'application/json' },
    })

    expect(answer.status).toBe(400)
  })
})

// Each starts the system two or three times.
describe('npm start', { timeout: 240_000 }, () => {
  const running = new Set<ChildProcess>()
  afterAll(() => {
    for (const child of running) child.kill('SIGKILL')
  })

  const start = (stateDir: string, ...args: string[]) => begin(stateDir, '--no-seed', ...args)
  const begin = (stateDir: string, ...args: string[]) => {
    const child = spawn(
      process.execPath,
      ['local/start.ts', '--port', '0', '--no-pages', '--state', stateDir, ...args],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    )
    running.add(child)
    const exited = once(child, 'exit').then(([code]) => {
      running.delete(child)
      return Number(code)
    })
    let output = ''
    const up = new Promise<string>((resolve) => {
      const hear = (chunk: unknown) => {
        output += String(chunk)
        const address = /Darkslide +(http:\S+)/.exec(output)?.[1]
        if (address !== undefined) resolve(address)
      }
      child.stdout.on('data', hear)
      child.stderr.on('data', hear)
    })
    const endedEarly = exited.then((code) => {
      throw new Error(`ended with ${code}: ${output}`)
    })
    const isUp = Promise.race([up, endedEarly])
    isUp.catch(() => {})
    // Its last words may come after its end.
    const silent = once(child, 'close')
    return { child, exited, silent, up: isUp, output: () => output }
  }
  const childrenOf = (pid: number | undefined) =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
  /** What is left of these once the system has had time to notice that their parent is gone. */
  const leftOf = async (pids: readonly number[]) => {
    const deadline = Date.now() + hangsMs
    const alive = () => pids.filter((pid) => existsSync(`/proc/${pid}`))
    while (alive().length > 0 && Date.now() < deadline) await sleep(25)
    return alive()
  }
  const setup = () => {
    const stateDir = aFolder()
    onTestFinished(() => rmSync(stateDir, { recursive: true, force: true }))
    return stateDir
  }

  test('stops soon after Ctrl-C with nothing left behind, and goes on where it was', async () => {
    const stateDir = setup()
    const first = start(stateDir)
    await fetch(`${await first.up}/__local/api/clock/advance`, {
      method: 'POST',
      body: new URLSearchParams({ hours: '48' }),
    })
    // What pages may reach is in their policy: those that are open when it restarts go on as on a stage.
    const reachable = async (url: string) =>
      /connect-src[^;]*/.exec((await fetch(`${url}/api/galleries`)).headers.get('content-security-policy') ?? '')?.[0]
    const before = await reachable(await first.up)
    const shells = childrenOf(first.child.pid)
    const all = [...shells, ...shells.flatMap(childrenOf)]
    const began = performance.now()
    first.child.kill('SIGINT')
    const code = await first.exited
    const tookMs = performance.now() - began

    const second = start(stateDir)
    const { offsetMs } = Offset.parse(await (await fetch(`${await second.up}/__local/api/clock`)).json())
    const after = await reachable(await second.up)
    second.child.kill('SIGTERM')

    expect(after).toBe(before)
    expect(before).toMatch(/127\.0\.0\.1:\d+/)
    // The table of `npm start` is a process of its own, but where DYNAMODB_ENDPOINT names another.
    const fewest = process.env.DYNAMODB_ENDPOINT === undefined ? 2 : 0
    expect([code, tookMs < hangsMs, all.length >= fewest, await leftOf(all)]).toEqual([0, true, true, []])
    // Time also passed by itself while the jump was made.
    expect(Math.round(offsetMs / 3_600_000)).toBe(48)
    expect(await second.exited).toBe(0)
  })

  test('refuses a folder that another one holds, in one sentence, and takes it over from one that was killed', async () => {
    const stateDir = setup()
    const first = start(stateDir)
    await first.up
    const second = start(stateDir, '--fresh')
    const refused = await second.exited
    await second.silent
    const shells = childrenOf(first.child.pid)
    const all = [...shells, ...shells.flatMap(childrenOf)]
    first.child.kill('SIGKILL')
    await first.exited
    const third = start(stateDir)
    await third.up
    third.child.kill('SIGTERM')

    expect(refused).toBe(1)
    expect(second.output().trim()).toBe(
      `Darkslide is already running on ${stateDir} (process ${first.child.pid}): stop it first.`,
    )
    expect([await third.exited, await leftOf(all)]).toEqual([0, []])
  })

  test('stops as soon while it makes the demo market, and starts that over', async () => {
    const stateDir = setup()
    const first = begin(stateDir)
    await once(first.child.stdout, 'data')
    const shells = childrenOf(first.child.pid)
    const all = [...shells, ...shells.flatMap(childrenOf)]
    const began = performance.now()
    first.child.kill('SIGINT')
    const code = await first.exited
    const tookMs = performance.now() - began

    const second = begin(stateDir)
    const [firstWords] = await once(second.child.stdout, 'data')
    second.child.kill('SIGKILL')
    await second.exited

    expect([code, tookMs < hangsMs, await leftOf(all)]).toEqual([0, true, []])
    expect(String(firstWords)).toMatch(/^The last start was cut off/)
  })

  test('says in one sentence that its port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      server.close()
    })
    const address = server.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0

    const attempt = start(setup(), '--port', String(port))

    expect(await attempt.exited).toBe(1)
    await attempt.silent
    expect(attempt.output().trim()).toBe(
      `Port ${port} is in use: stop what uses it, or choose another with "npm start -- --port N".`,
    )
  })
})
