import { createHmac } from 'node:crypto'
import { signer } from '#functions/shared/signing/signer.ts'

/** The key of `signer` in tests that make sessions by themselves. */
const testKey = 'k'.repeat(43)
export const testSigner = () => signer(async () => ({ current: testKey, previous: null }))

/**
 * A session as `gallerySessions` makes it, without waiting for it.
 * @param name Told apart by it: "anna" is another browser than "bob".
 * @param at When it was signed; long ago unless a test is about that.
 */
export const sessionOf = (name: string, at = '2029-12-01T00:00:00.000Z'): string => {
  const id = name.startsWith('anon_') ? name : `anon_1893492000000_${name.toLowerCase().padEnd(8, 'x')}`
  const seconds = Date.parse(at) / 1_000
  const payload = Buffer.from(JSON.stringify({ id, at: seconds })).toString('base64url')
  return `${id}.${seconds}.${createHmac('sha256', testKey).update(`gallery-session.${payload}`).digest('base64url')}`
}
