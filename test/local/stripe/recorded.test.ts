import { existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { standIn } from './stand-in.ts'

test('requests and answers are kept whole for a judge, where somebody asks for it, and nowhere else', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'darkslide-recorded-')), 'requests.jsonl')
  const { stripe } = await standIn()
  await stripe.customers.create({ email: 'nobody-asked@example.com' })
  expect(existsSync(file)).toBe(false)

  vi.stubEnv('STRIPE_RECORD', file)
  const { id } = await stripe.customers.create({ email: 'ada@example.com' })
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  const { answer, ...request } = JSON.parse(lines[0] ?? '')
  expect(request).toMatchObject({
    method: 'POST',
    path: '/v1/customers',
    body: 'email=ada%40example.com',
    query: '',
    status: 200,
  })
  expect(JSON.parse(answer)).toMatchObject({ id, email: 'ada@example.com' })
  vi.unstubAllEnvs()
})
