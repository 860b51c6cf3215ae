import type { UserId } from '#schema/ids.ts'
import { mailboxOf } from '#schema/text.ts'
import type { ThrottleName } from './limits.ts'
import type { Throttle } from './throttle.ts'
import { unlessFull } from './wrong-tries.ts'

/** Mails to addresses that somebody else may have typed, by what a photographer may cause of each in a day. */
const ofPhotographer = {
  invitation: { trial: 'invitationsPerTrial', subscriber: 'invitationsPerSubscriber' },
  review: { trial: 'reviewMailsPerTrial', subscriber: 'reviewMailsPerSubscriber' },
  confirmation: { trial: 'confirmationsPerTrial', subscriber: 'confirmationsPerSubscriber' },
  cart: { trial: 'cartMailsPerTrial', subscriber: 'cartMailsPerSubscriber' },
} as const satisfies Record<string, { trial: ThrottleName; subscriber: ThrottleName }>

/** What a photographer may send to one mailbox of their choice: nobody alone keeps it from the others. */
const ofBoth = { trial: 'mailsToOneMailboxPerTrial', subscriber: 'mailsToOneMailboxPerSubscriber' } as const
const theirChoice: readonly Kind[] = ['invitation', 'review']

type Kind = keyof typeof ofPhotographer

/** The limit of a kind of mail in one photographer's name. */
export const boundOf = (kind: Kind, isSubscribed: boolean): ThrottleName =>
  ofPhotographer[kind][isSubscribed ? 'subscriber' : 'trial']

type Counting = Pick<Throttle, 'count' | 'takeBack'>
export type BoundMail = { kind: Kind; photographerId: UserId; isSubscribed: boolean; to: string }

const boundsOf = ({ kind, photographerId, isSubscribed, to }: BoundMail) => [
  ...(theirChoice.includes(kind)
    ? [[ofBoth[isSubscribed ? 'subscriber' : 'trial'], JSON.stringify([photographerId, mailboxOf(to)])] as const]
    : []),
  ['mailsPerMailbox', mailboxOf(to)] as const,
  [boundOf(kind, isSubscribed), photographerId] as const,
]

/** Takes a counted mail back that was not written after all. */
export const uncountMail = async (throttle: Counting, mail: BoundMail): Promise<void> => {
  for (const [name, subject] of boundsOf(mail)) await throttle.takeBack(name, subject)
}

/**
 * Counts a mail to somebody who did not necessarily ask for it: for its mailbox, of whatever kind and photographer, for
 * the photographer in whose name it goes, and where they chose the address for both together.
 * @throws AppError `too_many_requests` where one of them is full. None holds it then.
 */
export const countMail = async (throttle: Counting, mail: BoundMail): Promise<void> => {
  const counted: (readonly [ThrottleName, string])[] = []
  for (const [name, subject] of boundsOf(mail)) {
    await throttle.count(name, subject).catch(async (error: unknown) => {
      for (const before of counted) await throttle.takeBack(...before)
      throw error
    })
    counted.push([name, subject])
  }
}

/** The same without a refusal, for who is not told. @returns whether there was room for it. */
export const hasRoomForMail = (throttle: Counting, mail: BoundMail): Promise<boolean> =>
  roomIn(countMail(throttle, mail))

/** Counts one try of what nobody is told of. @returns whether there was room for it. */
export const hasRoomFor = (throttle: Pick<Throttle, 'count'>, name: ThrottleName, subject: string): Promise<boolean> =>
  roomIn(throttle.count(name, subject))

const roomIn = (counting: Promise<unknown>): Promise<boolean> =>
  counting.then(
    () => true,
    (error: unknown) => {
      unlessFull(error)
      return false
    },
  )
