import type { UserId } from '#schema/ids.ts'
import { mailboxOf } from '#schema/text.ts'
import { type ThrottleName, throttles } from './limits.ts'
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

/** What is told before a gallery closes was asked for by the mailbox's owner, and counts for the mailbox alone. */
type Kind = keyof typeof ofPhotographer | 'closing'
type Counting = Pick<Throttle, 'count' | 'takeBack'>
type Sender = { photographerId: UserId; isSubscribed: boolean }
export type BoundMail = Sender & { kind: Kind; to: string }

/** `isOfMailbox`: full, it says nothing about the photographer, and has room again tomorrow. */
type Bound = { readonly name: ThrottleName; readonly subject: string; readonly isOfMailbox: boolean }
/** Whose day is full. */
export type Full = 'mailbox' | 'photographer'

const ofMailbox = (to: string, name: ThrottleName = 'mailsPerMailbox'): Bound => ({
  name,
  subject: mailboxOf(to),
  isOfMailbox: true,
})
/** Of these a mailbox has numbers of its own, in whose gallery they ever are: they take nothing of what trials may send. */
const ofStrangers: readonly Kind[] = ['confirmation', 'cart']
const ofKind = (kind: keyof typeof ofPhotographer, { photographerId, isSubscribed }: Sender): Bound => ({
  name: ofPhotographer[kind][isSubscribed ? 'subscriber' : 'trial'],
  subject: photographerId,
  isOfMailbox: false,
})

const boundsOf = ({ kind, to, ...sender }: BoundMail): Bound[] => {
  const { photographerId, isSubscribed } = sender
  const both = ofBoth[isSubscribed ? 'subscriber' : 'trial']
  return [
    ...(theirChoice.includes(kind)
      ? [{ name: both, subject: JSON.stringify([photographerId, mailboxOf(to)]), isOfMailbox: true }]
      : []),
    ...(isSubscribed || ofStrangers.includes(kind) ? [] : [ofMailbox(to, 'trialMailsPerMailbox')]),
    ofMailbox(to),
    ...(kind === 'closing' ? [] : [ofKind(kind, sender)]),
  ]
}

const takeBack = async (throttle: Counting, bounds: readonly Bound[]): Promise<void> => {
  for (const { name, subject } of bounds) await throttle.takeBack(name, subject)
}

/** Counts in each of them, or in none. @returns the one that is full, with its refusal. */
const countIn = async (
  throttle: Counting,
  bounds: readonly Bound[],
): Promise<{ full: Bound; error: unknown } | undefined> => {
  for (const [place, bound] of bounds.entries()) {
    try {
      await throttle.count(bound.name, bound.subject)
    } catch (error) {
      await takeBack(throttle, bounds.slice(0, place))
      unlessFull(error)
      return { full: bound, error }
    }
  }
  return undefined
}

/** Takes a counted mail back that was not written after all. */
export const uncountMail = (throttle: Counting, mail: BoundMail): Promise<void> => takeBack(throttle, boundsOf(mail))

/**
 * Counts a mail to somebody who did not necessarily ask for it: for its mailbox, of whatever kind and photographer, for
 * the photographer in whose name it goes, and where they chose the address for both together.
 * @throws AppError `too_many_requests` where one of them is full. None holds it then.
 */
export const countMail = async (throttle: Counting, mail: BoundMail): Promise<void> => {
  const refused = await countIn(throttle, boundsOf(mail))
  if (refused) throw refused.error
}

/** The same without a refusal, for who is not told. @returns whose day was full. */
export const fullForMail = async (throttle: Counting, mail: BoundMail): Promise<Full | undefined> => {
  const refused = await countIn(throttle, boundsOf(mail))
  return refused && (refused.full.isOfMailbox ? 'mailbox' : 'photographer')
}

/** @returns whether there was room for it, and it is counted. */
export const hasRoomForMail = async (throttle: Counting, mail: BoundMail): Promise<boolean> =>
  (await fullForMail(throttle, mail)) === undefined

type CartMail = { to: string; senders: readonly Sender[] }

/**
 * Counts one mail about a cart, in the names of those whose day has room for it.
 * @returns who is named, or that the mailbox is full, and then nothing is counted.
 */
export const sendersOfCart = async (throttle: Counting, { to, senders }: CartMail): Promise<Sender[] | 'mailbox'> => {
  const named: Sender[] = []
  for (const sender of senders) if (!(await countIn(throttle, [ofKind('cart', sender)]))) named.push(sender)
  if (named.length === 0 || !(await countIn(throttle, [ofMailbox(to)]))) return named
  await takeBack(
    throttle,
    named.map((sender) => ofKind('cart', sender)),
  )
  return 'mailbox'
}

export const uncountCart = (throttle: Counting, { to, senders }: CartMail): Promise<void> =>
  takeBack(throttle, [ofMailbox(to), ...senders.map((sender) => ofKind('cart', sender))])

/** When a mailbox that is full today has room again: tries before that would find none. */
export const mailboxAgainAt = (now: Date): Date => {
  const windowMs = throttles.mailsPerMailbox.windowSeconds * 1_000
  return new Date((Math.floor(now.getTime() / windowMs) + 1) * windowMs)
}

/** Counts one try of what nobody is told of. @returns whether there was room for it. */
export const hasRoomFor = (throttle: Pick<Throttle, 'count'>, name: ThrottleName, subject: string): Promise<boolean> =>
  throttle.count(name, subject).then(
    () => true,
    (error: unknown) => {
      unlessFull(error)
      return false
    },
  )
