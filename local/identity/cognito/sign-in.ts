import { createHmac, randomBytes } from 'node:crypto'
import * as z from 'zod'
import { requiredScope } from '#schema/sign-in-scopes.ts'
import { attemptLimit } from '../pool/attempt-limit.ts'
import { type ChallengeName, openChallenges } from '../pool/challenges.ts'
import type { User } from '../pool/pool.ts'
import type { Session } from '../pool/sessions.ts'
import {
  beginExchange,
  claimHolds,
  type Exchange,
  newSalt,
  passwordMatches,
  readVerifier,
  type Verifier,
  verifierFor,
  writeVerifier,
} from '../pool/srp.ts'
import { tokenLifetimeSeconds } from '../pool/tokens.ts'
import { aboutUser, assertClient, assertPassword, type Operations, operation, type Parts } from './operation.ts'
import { refusals } from './refusals.ts'
import { poolNameOf } from './sign-up.ts'

const authParameters = z.record(z.string(), z.string()).default({})
/** Cognito's default `AuthSessionValidity`. */
const exchangeLifetimeMs = 3 * 60_000

export const signInOperations = (parts: Parts): Operations => {
  const { pool, sessions, tokens, triggers, clock, authenticators } = parts
  const poolName = poolNameOf(parts)
  const limit = attemptLimit(clock)
  const codeLimit = attemptLimit(clock)
  const decoy = decoys(poolName)
  const challenges = openChallenges(clock)
  const exchanges = new Map<
    string,
    { exchange: Exchange; username: string; user: User | undefined; expiresAtMs: number }
  >()

  const authenticated = async (user: User, session: Session) => {
    const { accessToken, idToken } = await tokens.issue(user, session)
    return { AccessToken: accessToken, IdToken: idToken, ExpiresIn: tokenLifetimeSeconds, TokenType: 'Bearer' }
  }

  /** Counts attempts under a name, whether or not it has a user, and answers alike for both. */
  const admit = async (user: User | undefined, { username, proven }: { username: string; proven: boolean }) => {
    if (user === undefined || !proven) {
      limit.fail(username)
      throw refusals.wrongCredentials()
    }
    limit.clear(username)
    if (!user.Enabled) throw refusals.disabled()
    if (user.UserStatus === 'UNCONFIRMED') throw refusals.notConfirmed()
    if (user.UserStatus === 'FORCE_CHANGE_PASSWORD') {
      return {
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        ChallengeParameters: { USER_ID_FOR_SRP: username, requiredAttributes: '[]', userAttributes: '{}' },
        Session: challenges.begin('NEW_PASSWORD_REQUIRED', username),
      }
    }
    return secondFactorOr(user)
  }

  const secondFactorOr = async (user: User) => {
    if (!authenticators.isEnabled(user.Username)) return letIn(user)
    return {
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      ChallengeParameters: { USER_ID_FOR_SRP: user.Username, FRIENDLY_DEVICE_NAME: 'Authenticator app' },
      Session: challenges.begin('SOFTWARE_TOKEN_MFA', user.Username),
    }
  }

  const letIn = async (user: User) => {
    await triggers.postAuthentication(aboutUser(user))
    const { session, refreshToken } = await sessions.open({ username: user.Username, scope: requiredScope })
    return {
      ChallengeParameters: {},
      AuthenticationResult: { ...(await authenticated(user, session)), RefreshToken: refreshToken },
    }
  }

  /** Whom a half-done sign-in is about, who must be the one who is named beside it. */
  const challenged = async (name: ChallengeName, session: string | undefined, typed: string | undefined) => {
    const username = challenges.of(name, session)
    const user = username === undefined ? undefined : await pool.findByUsername(username)
    if (!user?.Enabled || (await pool.find(typed ?? ''))?.Username !== username) throw refusals.sessionOver()
    return user
  }

  const withAppCode = async (
    { USERNAME, SOFTWARE_TOKEN_MFA_CODE: code = '' }: Record<string, string>,
    Session?: string,
  ) => {
    const user = await challenged('SOFTWARE_TOKEN_MFA', Session, USERNAME)
    if (codeLimit.isLocked(user.Username)) throw refusals.tooManyCodes()
    const verdict = await authenticators.check(user.Username, code)
    if (verdict === 'used') throw refusals.usedAppCode()
    if (verdict === 'wrong') {
      codeLimit.fail(user.Username)
      throw refusals.wrongAppCode()
    }
    codeLimit.clear(user.Username)
    challenges.end(Session)
    return letIn(user)
  }

  const withNewPassword = async ({ USERNAME, NEW_PASSWORD = '' }: Record<string, string>, Session?: string) => {
    const user = await challenged('NEW_PASSWORD_REQUIRED', Session, USERNAME)
    assertPassword(NEW_PASSWORD, parts)
    const { Username: username } = user
    await pool.change(username, () => ({
      Password: writeVerifier(verifierFor(NEW_PASSWORD, newSalt(), { poolName, username })),
      UserStatus: 'CONFIRMED',
    }))
    challenges.end(Session)
    return secondFactorOr(user)
  }

  /** Who that is and what their password is checked against: made up where there is nobody, so that both take as long. */
  const look = async (typed: string) => {
    const user = await pool.find(typed)
    const username = user?.Username ?? decoy.username(typed)
    if (limit.isLocked(username)) throw refusals.tooManyPasswords()
    return { user, username, kept: readVerifier(user?.Password ?? '') ?? decoy.verifier(username) }
  }

  const withPassword = async ({ USERNAME, PASSWORD }: Record<string, string>) => {
    if (!USERNAME || !PASSWORD) throw refusals.invalid('Missing required parameter USERNAME or PASSWORD')
    const { user, username, kept } = await look(USERNAME)
    return admit(user, { username, proven: passwordMatches(PASSWORD, kept, { poolName, username }) })
  }

  const beginSrp = async ({ USERNAME, SRP_A }: Record<string, string>) => {
    if (!USERNAME || !SRP_A) throw refusals.invalid('Missing required parameter USERNAME or SRP_A')
    const { user, username, kept } = await look(USERNAME)
    const exchange = beginExchange(SRP_A, kept)
    if (exchange === undefined) throw refusals.invalid('Invalid SRP_A')
    for (const [block, { expiresAtMs }] of exchanges) if (expiresAtMs <= clock().getTime()) exchanges.delete(block)
    const secretBlock = randomBytes(64).toString('base64')
    exchanges.set(secretBlock, { exchange, username, user, expiresAtMs: clock().getTime() + exchangeLifetimeMs })
    return {
      ChallengeName: 'PASSWORD_VERIFIER',
      ChallengeParameters: {
        SALT: kept.salt,
        SRP_B: exchange.serverPublic.toString(16),
        SECRET_BLOCK: secretBlock,
        USERNAME: username,
        USER_ID_FOR_SRP: username,
      },
    }
  }

  const finishSrp = async ({ PASSWORD_CLAIM_SECRET_BLOCK: block = '', ...claim }: Record<string, string>) => {
    const started = exchanges.get(block)
    exchanges.delete(block)
    if (started === undefined || started.expiresAtMs <= clock().getTime()) {
      throw refusals.sessionOver()
    }
    const { exchange, username, user } = started
    if (limit.isLocked(username)) throw refusals.tooManyPasswords()
    const proven = claimHolds(exchange, {
      poolName,
      username,
      secretBlock: Buffer.from(block, 'base64'),
      timestamp: claim.TIMESTAMP ?? '',
      signature: claim.PASSWORD_CLAIM_SIGNATURE ?? '',
    })
    return admit(user && (await pool.findByUsername(user.Username)), { username, proven })
  }

  const refresh = async (refreshToken: string) => {
    const session = sessions.resume(refreshToken)
    const user = session && (await pool.findByUsername(session.username))
    if (session === undefined || user === undefined) throw refusals.invalidRefreshToken()
    if (!user.Enabled) throw refusals.disabled()
    return { ChallengeParameters: {}, AuthenticationResult: await authenticated(user, session) }
  }

  const initiate = (flow: string, given: Record<string, string>) => {
    switch (flow) {
      case 'USER_SRP_AUTH':
        return beginSrp(given)
      case 'USER_PASSWORD_AUTH':
        return withPassword(given)
      case 'REFRESH_TOKEN_AUTH':
      case 'REFRESH_TOKEN':
        return refresh(given.REFRESH_TOKEN ?? '')
      default:
        throw refusals.invalid(`${flow} flow not enabled for this client`)
    }
  }

  return {
    InitiateAuth: operation(
      z.object({ ClientId: z.string(), AuthFlow: z.string(), AuthParameters: authParameters }),
      async ({ ClientId, AuthFlow, AuthParameters }) => {
        assertClient(ClientId, parts)
        return initiate(AuthFlow, AuthParameters)
      },
    ),

    RespondToAuthChallenge: operation(
      z.object({
        ClientId: z.string(),
        ChallengeName: z.string(),
        ChallengeResponses: authParameters,
        Session: z.string().optional(),
      }),
      async ({ ClientId, ChallengeName, ChallengeResponses, Session }) => {
        assertClient(ClientId, parts)
        switch (ChallengeName) {
          case 'PASSWORD_VERIFIER':
            return finishSrp(ChallengeResponses)
          case 'SOFTWARE_TOKEN_MFA':
            return withAppCode(ChallengeResponses, Session)
          case 'NEW_PASSWORD_REQUIRED':
            return withNewPassword(ChallengeResponses, Session)
          default:
            throw refusals.invalid(`${ChallengeName} is not a challenge here`)
        }
      },
    ),

    // What Amplify refreshes with. The refresh token is not rotated, so none comes back.
    GetTokensFromRefreshToken: operation(
      z.object({ ClientId: z.string(), RefreshToken: z.string() }),
      async ({ ClientId, RefreshToken }) => {
        assertClient(ClientId, parts)
        return refresh(RefreshToken)
      },
    ),
  }
}

/** Answers for names nobody has: the same for the same name while the server runs, and never right. */
const decoys = (poolName: string) => {
  const secret = randomBytes(32)
  const digest = (text: string) => createHmac('sha256', secret).update(text).digest()
  const impossible = randomBytes(32).toString('hex')
  return {
    username: (typed: string): string => {
      const hex = digest(typed.toLowerCase()).toString('hex')
      return [
        hex.slice(0, 8),
        hex.slice(8, 12),
        `4${hex.slice(13, 16)}`,
        `a${hex.slice(17, 20)}`,
        hex.slice(20, 32),
      ].join('-')
    },
    verifier: (username: string): Verifier =>
      verifierFor(impossible, digest(`salt:${username}`).toString('hex').slice(0, 32), { poolName, username }),
  }
}
