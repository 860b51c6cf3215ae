import * as z from 'zod'
import { Email } from '#schema/text.ts'
import { endpoint, Nothing, subject } from './endpoint.ts'

export const accounts = subject('accounts', 'Photographers cannot ask for the deletion of their account.', {
  requestDeletion: endpoint({
    method: 'POST',
    path: '/me/deletion',
    access: 'photographer',
    summary: 'Closes the account: its public pages go dark at once, support completes the erasure',
    /** The address that the page shows: a tab left open while somebody else signed in deletes nobody. */
    body: z.object({ email: Email }),
    response: Nothing,
    errors: ['other_account', 'money_due', 'money_owed', 'dispute_open', 'changed_meanwhile'],
  }),
})
