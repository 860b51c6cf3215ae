import { createSign, createVerify } from 'node:crypto'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { keepKeyPair } from '#functions/media/media-key-pair.ts'

const secretWith = (text: string) => {
  const state = { text, writes: 0 }
  return {
    state,
    read: async () => state.text,
    write: async (next: string) => {
      state.text = next
      state.writes += 1
    },
  }
}

const signs = (privateKeyPem: string, publicKeyPem: string): boolean => {
  const signature = createSign('RSA-SHA1').update('a policy').sign(privateKeyPem)
  return createVerify('RSA-SHA1').update('a policy').verify(publicKeyPem, signature)
}

test('the first deployment makes a pair whose private half only the secret holds', async () => {
  const secret = secretWith('{"notYet":"random"}')
  const publicKeyPem = await keepKeyPair(secret)
  const { privateKeyPem } = z.object({ privateKeyPem: z.string() }).parse(JSON.parse(secret.state.text))
  expect(publicKeyPem).toMatch(/^-----BEGIN PUBLIC KEY-----\n/)
  expect(signs(privateKeyPem, publicKeyPem)).toBe(true)
})

test('a later deployment keeps the pair, so that addresses in use stay good', async () => {
  const secret = secretWith('{}')
  const first = await keepKeyPair(secret)
  expect(await keepKeyPair(secret)).toBe(first)
  expect(secret.state.writes).toBe(1)
})
