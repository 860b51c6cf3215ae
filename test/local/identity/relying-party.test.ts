import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, onTestFinished, test } from 'vitest'
import { relyingParty } from '#local/identity/hosted-ui/relying-party.ts'
import { listen, sendJson } from '#local/identity/web/listener.ts'

const client = { clientId: 'the-pool', clientSecret: 'secret', redirectUri: 'https://localhost/oauth2/idpresponse' }

/** An issuer that answers every code with the id token it is told to. */
const setup = async () => {
  const listener = await listen({ port: 0, purpose: 'the test' })
  onTestFinished(() => listener.close())
  const issuer = `http://localhost:${listener.port}`
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const published = { ...(await exportJWK(publicKey)), alg: 'RS256' }
  const answer = { idToken: '' }
  listener.serve((request, response) => {
    if (request.url?.endsWith('openid-configuration')) {
      const [authorization_endpoint, token_endpoint, jwks_uri] = ['/auth', '/token', '/keys'].map((at) => issuer + at)
      return sendJson(response, 200, { issuer, authorization_endpoint, token_endpoint, jwks_uri })
    }
    if (request.url === '/keys') return sendJson(response, 200, { keys: [published] })
    return sendJson(response, 200, { id_token: answer.idToken })
  })

  const google = relyingParty({ issuer, client })
  const departure = await google.depart('state')
  const claims = {
    iss: issuer,
    aud: client.clientId,
    sub: '1',
    nonce: departure.nonce,
    iat: Math.floor(Date.now() / 1000),
    exp: Math.floor(Date.now() / 1000) + 60,
  }
  const arriveWith = async (changes: Record<string, unknown>, key = privateKey) => {
    answer.idToken = await new SignJWT({ ...claims, ...changes }).setProtectedHeader({ alg: 'RS256' }).sign(key)
    return google.arrive('code', departure)
  }
  return { arriveWith, departure }
}

test('an id token for this sign-in is believed', async () => {
  const { arriveWith, departure } = await setup()
  expect(new URL(departure.url).searchParams.get('nonce')).toBe(departure.nonce)
  expect(await arriveWith({ email: 'ada@example.com' })).toEqual({
    sub: '1',
    email: 'ada@example.com',
    email_verified: false,
  })
})

test('an id token of a clock that is some seconds ahead is believed', async () => {
  const { arriveWith } = await setup()
  expect(await arriveWith({ iat: Math.floor(Date.now() / 1000) + 5 })).toMatchObject({ sub: '1' })
})

test.each([
  ['of another issuer', { iss: 'https://accounts.google.com' }],
  ['for another client', { aud: 'somebody-else' }],
  ['for another sign-in', { nonce: 'another' }],
  ['without a nonce', { nonce: undefined }],
  ['that has expired', { exp: Math.floor(Date.now() / 1000) - 60 }],
  ['of a minute from now', { iat: Math.floor(Date.now() / 1000) + 60 }],
  ['of ten minutes ago', { iat: Math.floor(Date.now() / 1000) - 600 }],
])('an id token %s is not believed', async (_which, changes) => {
  const { arriveWith } = await setup()
  await expect(arriveWith(changes)).rejects.toThrow(/^the id token is/)
})

test('an id token signed by somebody else is not believed', async () => {
  const { arriveWith } = await setup()
  const { privateKey } = await generateKeyPair('RS256')
  await expect(arriveWith({}, privateKey)).rejects.toThrow('the id token is not valid')
})
