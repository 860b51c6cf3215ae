import { createHmac, createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, importJWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose'
import type { Account, Running } from './running.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Tokens that almost pass for one of `account`'s, by what is wrong with them. Each but for that is right. */
export const forgedTokens = async (
  { system, stateDir }: Pick<Running, 'system' | 'stateDir'>,
  { userId, email }: Pick<Account, 'userId' | 'email'>,
) => {
  const { issuer, clientId } = system.identity
  const jwk: unknown = JSON.parse(await readFile(join(stateDir, 'identity/signing-key.json'), 'utf8'))
  const { kid, n, e, ...rest } = jwk as { kid: string; n: string; e: string; kty: 'RSA' }
  const key = await importJWK({ kid, n, e, ...rest }, 'RS256')
  const foreign = await generateKeyPair('RS256', { extractable: true })
  const foreignJwk = await exportJWK(foreign.publicKey)
  const seconds = Math.floor(Date.now() / 1_000)

  const { exp, ...endless } = {
    sub: userId,
    token_use: 'access',
    version: 2,
    client_id: clientId,
    scope: 'aws.cognito.signin.user.admin',
    username: email,
    iss: issuer,
    iat: seconds,
    auth_time: seconds,
    exp: seconds + 900,
  }
  const claims = { ...endless, exp }
  const signed = (change: JWTPayload, header: Partial<JWTHeaderParameters> = {}, by = key) =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ alg: 'RS256', kid, ...header }).sign(by)
  const publicPem = createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' })
    .export({ type: 'spki', format: 'pem' })
    .toString()
  const hmacInput = `${encoded({ alg: 'HS256', kid })}.${encoded(claims)}`

  return {
    right: await signed({}),
    wrong: {
      'no token at all in it': 'nonsense',
      'an expired token': await signed({ iat: seconds - 2_000, exp: seconds - 1_100 }),
      'a token that is not valid yet': await signed({ nbf: seconds + 3_600 }),
      'a token without an end': await new SignJWT(endless).setProtectedHeader({ alg: 'RS256', kid }).sign(key),
      'a token signed by nobody (alg none)': `${encoded({ alg: 'none', kid })}.${encoded(claims)}.`,
      'a token signed by nobody, with a signature': `${encoded({ alg: 'none', kid })}.${encoded(claims)}.AAAA`,
      'a token signed with the public key as a secret (HS256)': `${hmacInput}.${createHmac('sha256', publicPem).update(hmacInput).digest('base64url')}`,
      'a token signed by an unknown key': await signed({}, { kid: 'unknown' }, foreign.privateKey),
      'a token signed by another key under our key’s name': await signed({}, {}, foreign.privateKey),
      'a token that brings its own key (jwk)': await signed({}, { jwk: foreignJwk }, foreign.privateKey),
      'a token that says where its key is (jku)': await signed(
        {},
        { jku: 'https://keys.example.com/jwks.json', kid: 'theirs' },
        foreign.privateKey,
      ),
      'a token of another pool': await signed({ iss: `${issuer}2` }),
      'a token of another client': await signed({ client_id: 'another-client' }),
      'an ID token': await signed({ token_use: 'id', aud: clientId, client_id: clientId, email, scope: '' }),
      'an ID token dressed with a scope': await signed({ token_use: 'id', aud: clientId }),
      'a token without the scope': await signed({ scope: 'openid' }),
    },
  }
}
