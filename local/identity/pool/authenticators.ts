import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod'
import { openDocument } from '../document.ts'
import type { Clock } from '../options.ts'

const authenticator = z.object({
  secret: z.string(),
  /** Whether a first code has come from the app. */
  isVerified: z.boolean(),
  /** Whether signing in asks for a code. */
  isEnabled: z.boolean(),
  /** The latest 30 seconds whose code was taken: each is taken once. */
  usedStep: z.number(),
})
type Verdict = 'right' | 'wrong' | 'used'

export type Authenticators = {
  /**
   * Starts a new set-up, replacing one that is not finished. An authenticator in use stays valid until the first code
   * of the new one arrives.
   */
  associate(username: string): Promise<string>
  /** Takes the first code of what `associate` began. */
  verify(username: string, code: string): Promise<Verdict>
  isVerified(username: string): boolean
  isEnabled(username: string): boolean
  enable(username: string, isEnabled: boolean): Promise<void>
  check(username: string, code: string): Promise<Verdict>
  forget(username: string): Promise<void>
}

const stepSeconds = 30
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648, section 6, without padding. */
const base32 = (bytes: Uint8Array): string => {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}

const bytesOf = (text: string): Buffer => {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
}

const stepAt = (at: Date): number => Math.floor(at.getTime() / 1_000 / stepSeconds)

/** The six digits of one step of 30 seconds: RFC 6238 by SHA-1 over RFC 4226, as authenticator apps reckon. */
const codeOfStep = (secret: string, step: number): string => {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** What an authenticator app with this secret shows at a moment. */
export const totpAt = (secret: string, at: Date): string => codeOfStep(secret, stepAt(at))

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))

/** The authenticator apps of a pool's users. A code counts in its own 30 seconds and in those beside it, and once. */
export const openAuthenticators = async ({
  stateDir,
  clock,
}: {
  stateDir: string
  clock: Clock
}): Promise<Authenticators> => {
  const { value: kept, save } = await openDocument(
    join(stateDir, 'authenticators.json'),
    z.record(z.string(), z.object({ current: authenticator.optional(), begun: z.string().optional() })),
    () => ({}),
  )
  const of = (username: string) => (Object.hasOwn(kept, username) ? kept[username] : undefined)

  const matching = (secret: string, code: string): number | undefined => {
    const now = stepAt(clock())
    return [now, now - 1, now + 1].find((step) => isSame(codeOfStep(secret, step), code))
  }

  return {
    associate: async (username) => {
      const secret = base32(randomBytes(32))
      kept[username] = { ...of(username), begun: secret }
      await save()
      return secret
    },
    verify: async (username, code) => {
      const before = of(username)
      const secret = before?.begun
      const step = secret === undefined ? undefined : matching(secret, code)
      if (secret === undefined || step === undefined) return 'wrong'
      const isEnabled = before?.current?.isEnabled ?? false
      kept[username] = { current: { secret, isVerified: true, isEnabled, usedStep: step } }
      await save()
      return 'right'
    },
    isVerified: (username) => of(username)?.current?.isVerified ?? false,
    isEnabled: (username) => of(username)?.current?.isEnabled ?? false,
    enable: async (username, isEnabled) => {
      const { current } = of(username) ?? {}
      if (current) current.isEnabled = isEnabled
      await save()
    },
    check: async (username, code) => {
      const { current } = of(username) ?? {}
      const step = current && matching(current.secret, code)
      if (!current || step === undefined) return 'wrong'
      if (step <= current.usedStep) return 'used'
      current.usedStep = step
      await save()
      return 'right'
    },
    forget: async (username) => {
      delete kept[username]
      await save()
    },
  }
}
