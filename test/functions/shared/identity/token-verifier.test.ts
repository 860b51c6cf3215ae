import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { tokenVerifier } from '#functions/shared/identity/token-verifier.ts'
import { requiredScope } from '#schema/sign-in-scopes.ts'
import { userIdOf } from '#test/support/builders/ids.ts'

const rules = {
  issuer: 'https://cognito-idp.eu-west-2.amazonaws.com/eu-west-2_Abc',
  clientId: 'our-client',
  jwksUrl: 'https://cognito-idp.eu-west-2.amazonaws.com/eu-west-2_Abc/.well-known/jwks.json',
}
const ours = generateKeyPair('RS256')
const theirs = generateKeyPair('RS256')
let keySet: string

beforeAll(async () => {
  const jwk = await exportJWK((await ours).publicKey)
  keySet = JSON.stringify({ keys: [{ ...jwk, kid: 'ours', alg: 'RS256', use: 'sig' }] })
})

const inAnHour = () => Math.floor(Date.now() / 1_000) + 3_600
const tokenOf = async (change: JWTPayload = {}, by = ours) => {
  const claims = { sub: userIdOf(1), token_use: 'access', client_id: rules.clientId, scope: requiredScope }
  return new SignJWT({ iss: rules.issuer, exp: inAnHour(), ...claims, ...change })
    .setProtectedHeader({ alg: 'RS256', kid: 'ours' })
    .sign((await by).privateKey)
}
/** The pool's keys are at their address, or nothing is. */
const verifyWith = (isReachable = true) => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (!isReachable) throw new TypeError('fetch failed')
    return new Response(keySet, { headers: { 'content-type': 'application/json' } })
  })
  return tokenVerifier(rules)
}

test('an access token of our pool and client is its user', async () => {
  expect(await verifyWith()(await tokenOf())).toBe(userIdOf(1))
  expect(await verifyWith()(await tokenOf({ scope: `openid ${requiredScope}` }))).toBe(userIdOf(1))
})

describe('where a fresh sign-in is asked for', () => {
  const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds

  test('it counts from when the person signed in, not from when the token was made', async () => {
    const verify = verifyWith()
    const renewed = { iat: secondsAgo(1) }
    expect(await verify(await tokenOf({ ...renewed, auth_time: secondsAgo(14 * 60) }), 15)).toBe(userIdOf(1))
    expect(await verify(await tokenOf({ ...renewed, auth_time: secondsAgo(16 * 60) }), 15)).toBe('signed_in_long_ago')
    expect(await verify(await tokenOf({ ...renewed, auth_time: secondsAgo(16 * 60) }))).toBe(userIdOf(1))
  })

  test('a token that does not say when is too old', async () => {
    expect(await verifyWith()(await tokenOf(), 15)).toBe('signed_in_long_ago')
  })
})

describe('nobody is signed in by', () => {
  test.each<[string, JWTPayload]>([
    ['another client of the pool', { client_id: 'another-client' }],
    ['an ID token', { token_use: 'id' }],
    ['another pool', { iss: `${rules.issuer}2` }],
    ['a token that is over', { exp: inAnHour() - 3_700 }],
    ['a token without the scope', { scope: 'openid' }],
    ['a scope that only begins like it', { scope: `${requiredScope}.more` }],
    ['a token of nobody', { sub: 'nobody' }],
  ])('%s', async (_, change) => {
    expect(await verifyWith()(await tokenOf(change))).toBeUndefined()
  })

  test('another key under our key’s name', async () => {
    expect(await verifyWith()(await tokenOf({}, theirs))).toBeUndefined()
  })

  test('something that is no token', async () => {
    expect(await verifyWith()('nonsense')).toBeUndefined()
  })
})

test('keys that cannot be read are our failure, not a bad token', async () => {
  await expect(verifyWith(false)(await tokenOf())).rejects.toThrow()
})
