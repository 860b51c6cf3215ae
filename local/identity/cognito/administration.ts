import { AdminDeleteUser } from 'cognito-local/lib/targets/adminDeleteUser.js'
import { AdminDisableUser } from 'cognito-local/lib/targets/adminDisableUser.js'
import { AdminEnableUser } from 'cognito-local/lib/targets/adminEnableUser.js'
import { AdminGetUser } from 'cognito-local/lib/targets/adminGetUser.js'
import { DescribeUserPool } from 'cognito-local/lib/targets/describeUserPool.js'
import { DescribeUserPoolClient } from 'cognito-local/lib/targets/describeUserPoolClient.js'
import { ListUsers } from 'cognito-local/lib/targets/listUsers.js'
import * as z from 'zod'
import { identitiesOf, isLocal, type LinkedIdentity, type User, withAttributes } from '../pool/pool.ts'
import { silently } from '../pool/stores.ts'
import { attributeList, type Operations, operation, type Parts } from './operation.ts'
import { refusals } from './refusals.ts'
import { attributeRecord } from './sign-up.ts'

const ofPool = z.object({ UserPoolId: z.string() })
const ofUser = ofPool.extend({ Username: z.string() })
const provider = z.object({ ProviderName: z.string(), ProviderAttributeValue: z.string() })

/** What the product's functions do to the pool. Cognito asks for a signed request here, and so does the API in front. */
export const adminOperations = (parts: Parts): Operations => {
  const { pool, sessions, clock } = parts
  const services = { cognito: pool.service, clock: { get: clock } }

  const userNamed = async (name: string): Promise<User> => {
    const user = await pool.find(name)
    if (user === undefined) throw refusals.noSuchUser()
    return user
  }

  return {
    AdminGetUser: operation(ofUser, async (request) => {
      await userNamed(request.Username)
      return AdminGetUser(services)(silently, request)
    }),

    AdminEnableUser: operation(ofUser, async (request) => {
      await userNamed(request.Username)
      return AdminEnableUser(services)(silently, request)
    }),

    AdminDisableUser: operation(ofUser, async (request) => {
      const user = await userNamed(request.Username)
      await AdminDisableUser(services)(silently, request)
      await sessions.endAllOf(user.Username)
      return {}
    }),

    AdminDeleteUser: operation(ofUser, async (request) => {
      const user = await userNamed(request.Username)
      await AdminDeleteUser(services)(silently, request)
      await parts.authenticators.forget(user.Username)
      await sessions.endAllOf(user.Username)
      return {}
    }),

    AdminUserGlobalSignOut: operation(ofUser, async ({ Username }) => {
      const user = await userNamed(Username)
      await sessions.endAllOf(user.Username)
      return {}
    }),

    AdminUpdateUserAttributes: operation(ofUser.extend({ UserAttributes: attributeList }), async (request) => {
      const user = await userNamed(request.Username)
      await pool.change(user.Username, (now) => ({
        Attributes: withAttributes(now, attributeRecord(request.UserAttributes)),
      }))
      return {}
    }),

    ListUsers: operation(
      ofPool.extend({ Filter: z.string().optional(), Limit: z.int().min(0).max(60).default(60) }),
      async ({ Limit, Filter, UserPoolId }) => {
        const found = await ListUsers(services)(
          silently,
          Filter === undefined ? { UserPoolId } : { UserPoolId, Filter },
        )
        return { Users: found.Users?.slice(0, Limit) ?? [] }
      },
    ),

    DescribeUserPool: operation(ofPool, (request) => DescribeUserPool(services)(silently, request)),

    DescribeUserPoolClient: operation(ofPool.extend({ ClientId: z.string() }), (request) =>
      DescribeUserPoolClient(services)(silently, request),
    ),

    AdminLinkProviderForUser: operation(
      ofPool.extend({ DestinationUser: provider, SourceUser: provider.extend({ ProviderAttributeName: z.string() }) }),
      async ({ DestinationUser, SourceUser }) => {
        if (DestinationUser.ProviderName !== 'Cognito')
          throw refusals.invalid('DestinationUser must be a user of the pool.')
        if (SourceUser.ProviderName !== 'Google')
          throw refusals.invalid(`Provider ${SourceUser.ProviderName} does not exist.`)
        if (SourceUser.ProviderAttributeName !== 'Cognito_Subject') {
          throw refusals.invalid('ProviderAttributeName must be Cognito_Subject.')
        }
        // By username alone: Cognito takes no alias here.
        const user = await pool.findByUsername(DestinationUser.ProviderAttributeValue)
        if (user === undefined || !isLocal(user)) throw refusals.noSuchUser()
        const source = { providerName: SourceUser.ProviderName, userId: SourceUser.ProviderAttributeValue }
        const linked = await pool.findLinked(source)
        if (linked !== undefined && isLocal(linked))
          throw refusals.invalid('SourceUser is already linked to DestinationUser')
        if (linked !== undefined) {
          throw refusals.invalid(
            'Merging is not currently supported, provide a SourceUser that has not been signed up in order to link',
          )
        }
        const identity = googleIdentity(source.userId, { primary: false, at: clock() })
        await pool.change(user.Username, (now) => ({
          Attributes: withAttributes(now, { identities: JSON.stringify([...identitiesOf(now), identity]) }),
        }))
        return {}
      },
    ),

    AdminDisableProviderForUser: operation(ofPool.extend({ User: provider }), async ({ User: named }) => {
      const source = { providerName: named.ProviderName, userId: named.ProviderAttributeValue }
      const linked = await pool.findLinked(source)
      if (linked === undefined || !isLocal(linked)) throw refusals.noSuchUser()
      await pool.change(linked.Username, (now) => {
        const rest = identitiesOf(now).filter(({ userId }) => userId !== source.userId)
        return { Attributes: withAttributes(now, { identities: rest.length > 0 ? JSON.stringify(rest) : undefined }) }
      })
      return {}
    }),
  }
}

export const googleIdentity = (userId: string, { primary, at }: { primary: boolean; at: Date }): LinkedIdentity => ({
  userId,
  providerName: 'Google',
  providerType: 'Google',
  issuer: null,
  primary: primary ? 'true' : 'false',
  dateCreated: String(at.getTime()),
})
