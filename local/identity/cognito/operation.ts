import * as z from 'zod'
import { requiredScope } from '#schema/sign-in-scopes.ts'
import type { Clock, PoolOptions } from '../options.ts'
import type { Authenticators } from '../pool/authenticators.ts'
import type { Codes } from '../pool/codes.ts'
import type { Messages } from '../pool/messages.ts'
import { attributeOf, type Pool, type User } from '../pool/pool.ts'
import type { Sessions } from '../pool/sessions.ts'
import type { TokenIssuer } from '../pool/tokens.ts'
import type { Triggers } from '../pool/triggers.ts'
import { refusals } from './refusals.ts'

export type Parts = {
  options: PoolOptions
  clock: Clock
  pool: Pool
  sessions: Sessions
  codes: Codes
  authenticators: Authenticators
  tokens: TokenIssuer
  triggers: Triggers
  messages: Messages
}

export type Operation = (body: unknown) => Promise<object>

/** Operations of Cognito's API by the name in `x-amz-target`. */
export type Operations = Readonly<Record<string, Operation>>

/** One operation of the API: refuses a body that is not of its shape, and ignores members it does not know. */
export const operation = <S extends z.ZodType>(shape: S, run: (body: z.output<S>) => Promise<object>): Operation => {
  return (body) => {
    const parsed = shape.safeParse(body)
    if (parsed.success) return run(parsed.data)
    const paths = parsed.error.issues.map(({ path }) => path.join('.')).join(', ')
    throw refusals.invalid(`${parsed.error.issues.length} validation error detected: ${paths || 'the request'}`)
  }
}

export const clientMetadata = z.record(z.string(), z.string()).optional()

export const attributeList = z.array(z.object({ Name: z.string(), Value: z.string().default('') }))

/** @throws ResourceNotFoundException for any other client than the pool's one. */
export const assertClient = (clientId: string, { options }: Pick<Parts, 'options'>): void => {
  if (clientId !== options.clientId) throw refusals.noSuchResource(`User pool client ${clientId} does not exist.`)
}

/** Cognito's pattern for passwords besides the pool's own policy: not blank at either end, 256 characters at most. */
const passwordShape = /^\S(.{0,254}\S)?$/s

export const assertPassword = (password: string, { options }: Pick<Parts, 'options'>): void => {
  if (!passwordShape.test(password)) {
    throw refusals.invalid(
      "1 validation error detected: Value at 'password' failed to satisfy constraint: " +
        'Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$',
    )
  }
  if (password.length < options.passwordMinLength) throw refusals.shortPassword()
}

/** What of a user the triggers are told. */
export const aboutUser = (user: User) => ({
  username: user.Username,
  attributes: {
    ...Object.fromEntries(user.Attributes.map(({ Name, Value }) => [Name, Value ?? ''])),
    'cognito:user_status': user.UserStatus,
  },
})

/**
 * Who holds this access token: its signature and times checked, its session still open, its user there and enabled.
 * @throws NotAuthorizedException otherwise.
 */
export const holderOf = async (accessToken: string, { tokens, sessions, pool }: Parts): Promise<User> => {
  const claims = await tokens.readAccessToken(accessToken)
  if (claims === 'expired') throw refusals.expiredAccessToken()
  if (claims === 'invalid') throw refusals.invalidAccessToken()
  if (!claims.scope.split(' ').includes(requiredScope)) throw refusals.missingScope()
  if (!sessions.isOpen(claims.origin_jti)) throw refusals.revokedAccessToken()
  const user = await pool.findByUsername(claims.username)
  if (user === undefined || attributeOf(user, 'sub') !== claims.sub) throw refusals.revokedAccessToken()
  if (!user.Enabled) throw refusals.disabled()
  return user
}
