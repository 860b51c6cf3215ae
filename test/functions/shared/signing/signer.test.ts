import { expect, test } from 'vitest'
import * as z from 'zod'
import { sameText, signer } from '#functions/shared/signing/signer.ts'
import { cursors } from '#functions/shared/table/cursors.ts'

const keys = (current: string, previous: string | null = null) => signer(async () => ({ current, previous }))
const Fact = z.object({ gallery: z.string() })

test('what was signed is read back', async () => {
  const text = await keys('k'.repeat(32)).sign('gallery-grant', { gallery: 'g1' })
  expect(await keys('k'.repeat(32)).read('gallery-grant', text, Fact)).toEqual({ gallery: 'g1' })
})

test('after a rotation the previous key still reads, a forgotten one does not', async () => {
  const text = await keys('old'.repeat(12)).sign('gallery-grant', { gallery: 'g1' })
  expect(await keys('new'.repeat(12), 'old'.repeat(12)).read('gallery-grant', text, Fact)).toEqual({ gallery: 'g1' })
  expect(await keys('newer'.repeat(12), 'new'.repeat(12)).read('gallery-grant', text, Fact)).toBeUndefined()
})

test('a text of another purpose, altered, or not ours is nothing', async () => {
  const { sign, read } = keys('k'.repeat(32))
  const text = await sign('cursor', { gallery: 'g1' })
  const [payload = '', mac = ''] = text.split('.')
  const forged = Buffer.from(JSON.stringify({ gallery: 'g2' })).toString('base64url')
  expect(await read('gallery-grant', text, Fact)).toBeUndefined()
  for (const bad of ['', '.', 'x', `${forged}.${mac}`, `${payload}.${mac}x`, `${payload}.`, `${text}.more`]) {
    expect(await read('cursor', bad, Fact)).toBeUndefined()
  }
})

test('texts are the same or not whatever their length', () => {
  expect(sameText('abc', 'abc')).toBe(true)
  expect(sameText('abc', 'abcd')).toBe(false)
  expect(sameText('', 'a')).toBe(false)
})

test('a cursor goes on where its list stopped, and is refused by every other list', async () => {
  const places = cursors(keys('k'.repeat(32)))
  const { nextCursor = '' } = await places.of('browse newest', { next: { PK: 'a', SK: 'b', pricePence: 5 } })
  expect(await places.read('browse newest', nextCursor)).toEqual({ after: { PK: 'a', SK: 'b', pricePence: 5 } })
  await expect(places.read('browse oldest', nextCursor)).rejects.toMatchObject({ code: 'invalid_cursor' })
  await expect(places.read('browse newest', `${nextCursor}x`)).rejects.toMatchObject({ code: 'invalid_cursor' })
  await expect(places.read('browse newest', 'e30.e30')).rejects.toMatchObject({ code: 'invalid_cursor' })
  expect(await places.read('browse newest', undefined)).toEqual({})
  expect(await places.of('browse newest', { next: undefined })).toEqual({})
})
