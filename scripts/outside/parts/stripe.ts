import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { stripeApiVersion } from '#functions/payments/stripe-client.ts'
import type { RecordedRequest } from '#local/stripe/request-log.ts'
import type { Found, Part } from '../part.ts'
import { freePort, goProgram, python, run, served } from '../tools.ts'

/** Its module carries Stripe's published description of the API, and checks requests by it. */
const mock = { module: 'github.com/stripe/stripe-mock', version: 'v0.203.0' } as const
const jsonschema = '4.26.0'

/** Tests in which our own adapters and commands ask the stand-in. What the stand-in's own tests ask is wrong on purpose. */
const askers = [
  'test/functions/payments/provider-contract.test.ts',
  'test/functions/subscriptions/stripe-billing.test.ts',
  'test/scripts/ops/stripe-setup.test.ts',
] as const

const Recorded = z.object({
  method: z.string(),
  path: z.string(),
  query: z.string(),
  body: z.string(),
  account: z.string().optional(),
  status: z.int(),
  answer: z.string(),
}) satisfies z.ZodType<RecordedRequest>
const Refusal = z.object({ error: z.object({ message: z.string() }) })

/** What the stand-in took is what the product means to say; the rest are its refusals, tried on purpose. */
const taken = ({ status }: RecordedRequest): boolean => status === 200

/**
 * What our version has and the description, two months older, has not: in the types of the SDK, `SessionCreateParams` and
 * `WebhookEndpointCreateParams.ApiVersion`. It is left out, so that the rest of the request is judged.
 */
const newer = [/^allowed_payment_method_types\[\d+\]$/, /^api_version$/] as const
const asDescribed = (body: string): string => {
  const fields = [...new URLSearchParams(body)].filter(([name]) => !newer.some((pattern) => pattern.test(name)))
  return new URLSearchParams(fields).toString()
}

const withoutIds = (text: string): string => text.replaceAll(/\b[a-z]{2,5}_(test_)?\w{6,}/g, '{id}')

/** @returns what the published description has against the requests, each kind once. */
const refusals = async (url: string, requests: readonly RecordedRequest[]): Promise<string[]> => {
  const found = new Set<string>()
  for (const { method, path, query, body, account } of requests) {
    const response = await fetch(`${url}${path}${query === '' ? '' : `?${query}`}`, {
      method,
      headers: {
        authorization: 'Bearer sk_test_123',
        'content-type': 'application/x-www-form-urlencoded',
        ...(account !== undefined && { 'stripe-account': account }),
      },
      ...(body !== '' && { body: asDescribed(body) }),
    })
    if (response.ok) continue
    const said = Refusal.safeParse(await response.json().catch(() => ({})))
    found.add(`${method} ${withoutIds(path)}: ${withoutIds(said.data?.error.message ?? String(response.status))}`)
  }
  return [...found]
}

/** Every request of ours, and every answer of the stand-in, held against what Stripe publishes. */
export const stripe: Part = {
  name: 'stripe',
  asks: 'Does Stripe’s published description allow each request that we send and each answer that the stand-in gives?',
  ask: async (scratch): Promise<Found> => {
    const program = await goProgram('stripe-mock', `${mock.module}@${mock.version}`)
    const bin = await python('jsonschema', [`jsonschema==${jsonschema}`])
    const record = join(scratch, 'requests.jsonl')
    const env = { STRIPE_RECORD: record }
    const tested = await run(['npx', 'vitest', 'run', '--project', 'unit', ...askers], { cure: 'npm ci', env })
    if (tested.code !== 0) throw new Error(`the tests that ask Stripe fail: ${tested.stdout.slice(-600)}`)
    const requests = (await readFile(record, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => Recorded.parse(JSON.parse(line)))
      .filter(taken)
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const asked = await served({ command: [program, '-http-port', String(port)], url }, () => refusals(url, requests))

    const { stdout: modules } = await run(['go', 'env', 'GOMODCACHE'], { cure: 'Go' })
    const description = join(modules.trim(), `${mock.module}@${mock.version}`, 'embedded/openapi/spec3.json')
    const { info } = z
      .object({ info: z.object({ version: z.string() }) })
      .parse(JSON.parse(await readFile(description, 'utf8')))
    const answers = await run([join(bin, 'python'), 'scripts/outside/stripe_answers.py', description, record], {
      cure: 'Python 3',
    })
    const lines = answers.stdout.trim().split('\n')
    const looked = Number(/^looked (\d+)$/.exec(lines.at(-1) ?? '')?.[1] ?? 0)
    return {
      judge: `Stripe’s description of ${info.version} (stripe-mock ${mock.version}); ours is ${stripeApiVersion}`,
      looked: { requests: requests.length, answers: looked },
      objections: [...asked.map((line) => `request: ${line}`), ...lines.slice(0, -1).map((line) => `answer: ${line}`)],
    }
  },
}
