import * as z from 'zod'
import { SumPence } from '#schema/money.ts'
import { Email, KnownEmail, Timestamp } from '#schema/text.ts'
import { endpoint, Nothing, subject } from './endpoint.ts'
import { PartNumber, ZipLink, Zips } from './zips.ts'

/** Why an account cannot be erased yet, and what its owner does about it. */
export const waitSentences = {
  dispute_open: 'A sale of yours is disputed: its bank decides first.',
  money_owed: 'A refund came after your payout and has not been made good. Please contact support to settle it.',
  money_due: 'Money from your sales is still due to you. It is paid out every week, or when you request it.',
} as const
const WaitReason = z.enum(['dispute_open', 'money_owed', 'money_due'])

/** What has to be settled before an account can be erased, and how much of it. */
export const Wait = z.object({ reason: WaitReason, amountPence: SumPence })
export type Wait = z.infer<typeof Wait>

/** `requestedAt` is `null` while nobody asked for the account to be deleted. */
export const Deletion = z.object({ requestedAt: Timestamp.nullable(), waitsFor: z.array(Wait) })
export type Deletion = z.infer<typeof Deletion>

/** `nextAt`: from when on another export can be made; `null` where one can be made now. */
export const Export = z.object({ zips: Zips, nextAt: Timestamp.nullable() })
export type Export = z.infer<typeof Export>

export const accounts = subject('accounts', 'Photographers cannot ask for the deletion of their account.', {
  signUpTried: endpoint({
    method: 'POST',
    path: '/sign-ups/tried',
    access: 'visitor',
    summary:
      'Tells the owner of a known address that somebody tried to sign up with it; answers alike for every address',
    body: z.object({ email: Email }),
    response: Nothing,
    errors: [],
  }),
  deletion: endpoint({
    method: 'GET',
    path: '/me/deletion',
    access: 'photographer',
    whileClosing: true,
    summary: 'Whether the account is to be deleted, and what that waits for',
    response: Deletion,
    errors: [],
  }),
  requestDeletion: endpoint({
    method: 'POST',
    path: '/me/deletion',
    access: 'photographer',
    whileClosing: true,
    summary: 'Closes the account: its public pages go dark at once, support completes the erasure',
    /**
     * The address that the page shows. It prevents a tab that was left open from deleting the account of another person
     * who signed in meanwhile.
     */
    body: z.object({ email: KnownEmail }),
    response: Deletion,
    errors: ['other_account', 'changed_meanwhile'],
  }),
  withdrawDeletion: endpoint({
    method: 'DELETE',
    path: '/me/deletion',
    access: 'photographer',
    whileClosing: true,
    summary: 'Takes the wish back, as long as nothing was erased: pages and galleries are shown again',
    response: Nothing,
    errors: ['changed_meanwhile'],
  }),
  startExport: endpoint({
    method: 'POST',
    path: '/me/data-export',
    access: 'photographer',
    whileClosing: true,
    summary: 'Has everything of the photographer packed, once a day; within the day it answers how far that is',
    body: z.object({}),
    response: Export,
    errors: [],
  }),
  export: endpoint({
    method: 'GET',
    path: '/me/data-export',
    access: 'photographer',
    whileClosing: true,
    summary: 'How far the export is, and its parts once they are there',
    response: Export,
    errors: [],
  }),
  downloadExport: endpoint({
    method: 'POST',
    path: '/me/data-export/parts/{part}/download',
    access: 'photographer',
    whileClosing: true,
    summary: 'A link of at most 15 minutes to one part of the own export',
    params: z.object({ part: PartNumber }),
    body: z.object({}),
    response: ZipLink,
    errors: ['zip_gone'],
  }),
})
