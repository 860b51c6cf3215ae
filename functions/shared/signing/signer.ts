import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type * as z from 'zod'
import { readSecret } from '#functions/shared/secrets/secrets.ts'

/**
 * Signs small facts that a browser carries for us: gallery grants, places in lists, links in emails. HMAC-SHA256 with a
 * key that rotates: what the previous key signed is still read. The purpose is signed too, so that a cursor never passes
 * for a grant.
 */
type Purpose =
  | 'gallery-grant'
  | 'gallery-session'
  | 'late-session'
  | 'cursor'
  | 'order-link'
  | 'proof-session'
  | 'confirm-address'
  | 'mail-choice'
  | 'cart-link'
export type Signer = {
  sign: (purpose: Purpose, fact: unknown) => Promise<string>
  /** The fact, or `undefined` when the text was not signed by us for this purpose or has another shape. */
  read: <T>(purpose: Purpose, text: string, schema: z.ZodType<T>) => Promise<T | undefined>
}
export type SigningKeys = () => Promise<{ current: string; previous: string | null }>

export const signer = (keys: SigningKeys): Signer => ({
  sign: async (purpose, fact) => {
    const payload = Buffer.from(JSON.stringify(fact)).toString('base64url')
    return `${payload}.${macOf((await keys()).current, purpose, payload)}`
  },
  read: async (purpose, text, schema) => {
    const [payload = '', mac = '', ...rest] = text.split('.')
    if (rest.length > 0) return undefined
    const { current, previous } = await keys()
    const isOurs = [current, previous].some((key) => key !== null && sameText(mac, macOf(key, purpose, payload)))
    if (!isOurs) return undefined
    const parsed = schema.safeParse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
    return parsed.success ? parsed.data : undefined
  },
})

const macOf = (key: string, purpose: Purpose, payload: string): string =>
  createHmac('sha256', key).update(`${purpose}.${payload}`).digest('base64url')

/** Compares in a time that does not depend on where the texts differ, whatever their lengths. */
export const sameText = (a: string, b: string): boolean => timingSafeEqual(sha256(a), sha256(b))
const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

export const liveSigner = (): Signer => signer(() => readSecret('SIGNING_SECRET_ID'))
