import { createHash, createHmac, getDiffieHellman, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'

// The Secure Remote Password protocol (RFC 5054) with Cognito's choices: the 3072-bit group of RFC 3526, SHA-256, names
// prefixed with the pool's name, and a session key derived under the label below. Amplify's default sign-in speaks it.
const prime = BigInt(`0x${getDiffieHellman('modp15').getPrime('hex')}`)
const generator = 2n
const keyLabel = 'Caldera Derived Key'

/** What is kept instead of a password: enough to check one, not enough to sign in with. */
export type Verifier = { salt: string; verifier: string }

type Account = { poolName: string; username: string }

export const verifierFor = (password: string, salt: string, { poolName, username }: Account): Verifier => {
  const identity = sha256(Buffer.from(`${poolName}${username}:${password}`))
  const exponent = toBigInt(sha256(Buffer.concat([bytesOf(BigInt(`0x${salt}`)), identity])))
  return { salt, verifier: power(generator, exponent).toString(16) }
}

export const newSalt = (): string => randomBytes(16).toString('hex')

export const passwordMatches = (password: string, kept: Verifier, account: Account): boolean =>
  sameBytes(sha256(Buffer.from(verifierFor(password, kept.salt, account).verifier)), sha256(Buffer.from(kept.verifier)))

export const writeVerifier = ({ salt, verifier }: Verifier): string => `srp:${salt}:${verifier}`

/** @returns undefined when nothing was kept, as for somebody who only ever signs in with Google. */
export const readVerifier = (text: string): Verifier | undefined => {
  const [kind, salt, verifier] = text.split(':')
  return kind === 'srp' && salt !== undefined && verifier !== undefined ? { salt, verifier } : undefined
}

/** One exchange as the server sees it. Its secret part must not leave the process. */
export type Exchange = { kept: Verifier; clientPublic: bigint; serverSecret: bigint; serverPublic: bigint }

/** @returns undefined when the client's value is one that would make the key predictable. */
export const beginExchange = (clientPublicHex: string, kept: Verifier): Exchange | undefined => {
  if (!/^[0-9a-f]{1,1024}$/i.test(clientPublicHex)) return undefined
  const clientPublic = BigInt(`0x${clientPublicHex}`)
  if (clientPublic % prime === 0n) return undefined
  const multiplier = toBigInt(sha256(Buffer.concat([bytesOf(prime), bytesOf(generator)])))
  const serverSecret = toBigInt(randomBytes(32))
  const serverPublic = (multiplier * BigInt(`0x${kept.verifier}`) + power(generator, serverSecret)) % prime
  return { kept, clientPublic, serverSecret, serverPublic }
}

type Claim = Account & { secretBlock: Buffer; timestamp: string; signature: string }

/** Whether the claim could only have been signed by somebody who knows the password. */
export const claimHolds = ({ kept, clientPublic, serverSecret, serverPublic }: Exchange, claim: Claim): boolean => {
  const scramble = sha256(Buffer.concat([bytesOf(clientPublic), bytesOf(serverPublic)]))
  const shared = power((clientPublic * power(BigInt(`0x${kept.verifier}`), toBigInt(scramble))) % prime, serverSecret)
  const key = hkdfSync('sha256', bytesOf(shared), bytesOf(toBigInt(scramble)), keyLabel, 16)
  const expected = createHmac('sha256', Buffer.from(key))
    .update(claim.poolName)
    .update(claim.username)
    .update(claim.secretBlock)
    .update(claim.timestamp)
    .digest()
  return sameBytes(expected, Buffer.from(claim.signature, 'base64'))
}

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()

const sameBytes = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b)

const toBigInt = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`)

/** Big-endian, with a leading zero byte where the first bit is set: the clients hash numbers as signed ones. */
const bytesOf = (value: bigint): Buffer => {
  const hex = value.toString(16)
  const even = hex.length % 2 === 0 ? hex : `0${hex}`
  return Buffer.from(/^[89a-f]/i.test(even) ? `00${even}` : even, 'hex')
}

const power = (base: bigint, exponent: bigint): bigint => {
  let result = 1n
  let square = base % prime
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % prime
    square = (square * square) % prime
  }
  return result
}
