import * as z from 'zod'
import { accountInvalid, invalid } from '../http/errors.ts'
import { listOperation, type Operation, operation, retrieveOperation } from '../http/operation.ts'
import { choice, link, text } from '../http/params.ts'
import type { World } from '../world.ts'
import { Create, newAccount, platformAccount } from './new-account.ts'

const LINK_LIVES_S = 5 * 60

const accountOf = (world: World, id: string) => {
  const account = world.state.accounts.find(id)
  if (!account) throw accountInvalid(id)
  return account
}

export const accountOperations: readonly Operation[] = [
  operation({
    method: 'POST',
    path: '/v1/accounts',
    params: Create,
    run: ({ params, world }) => newAccount(world, params),
  }),
  listOperation({
    path: '/v1/accounts',
    filters: {},
    candidates: ({ world }) =>
      world.state.accounts.all().map((account) => ({ ...account, created: account.created ?? 0 })),
  }),
  operation({
    method: 'GET',
    path: '/v1/account',
    params: z.strictObject({}),
    run: ({ account, world }) => (account === null ? platformAccount() : accountOf(world, account)),
  }),
  retrieveOperation('/v1/accounts/:id', (id, { world }) => accountOf(world, id)),
  operation({
    method: 'DELETE',
    path: '/v1/accounts/:id',
    params: z.strictObject({}),
    run({ ids: [id], world }) {
      world.state.accounts.remove(accountOf(world, id).id)
      return { id, object: 'account', deleted: true }
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/account_links',
    params: z.strictObject({
      account: text(),
      type: choice('account_onboarding', 'account_update'),
      refresh_url: link(),
      return_url: link(),
    }),
    run({ params, world }) {
      const account = accountOf(world, params.account)
      const made = world.state.accountLinks.put({
        id: world.newId('link'),
        account: account.id,
        expiresAt: world.now() + LINK_LIVES_S,
        used: false,
        returnUrl: params.return_url,
        refreshUrl: params.refresh_url,
      })
      return {
        object: 'account_link',
        created: world.now(),
        expires_at: made.expiresAt,
        url: world.page(`/setup/e/${made.id}`),
      }
    },
  }),
  operation({
    method: 'POST',
    path: '/v1/accounts/:id/login_links',
    params: z.strictObject({}),
    run({ ids: [id], world }) {
      const account = accountOf(world, id)
      if (!account.details_submitted) {
        throw invalid('Cannot create a login link for an account that has not completed onboarding.')
      }
      return { object: 'login_link', created: world.now(), url: world.page(`/express/${account.id}`) }
    },
  }),
]
