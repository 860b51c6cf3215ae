import { createHash } from 'node:crypto'
import type { UserId } from '#schema/ids.ts'
import type { Item, Key, Put } from './writes.ts'

/**
 * Traces: what a person left that no page ever lists, such as a deleted photo, the line of an order that nobody paid or a
 * like. Each such item is in an index by whose it is, from the write that makes it, so that erasing the person reads
 * nobody else's (docs/decisions/0120).
 */
export const traceKeys = {
  of: (userId: UserId) => `TRACES#${userId}`,
  /** What somebody reported or sent, known by their address only: neither needs an account. */
  sentFrom: (email: string) => traceKeys.sentFromHash(createHash('sha256').update(email).digest('base64url')),
  /** By that hash, which links of mails name an address by (`addressHash`). */
  sentFromHash: (hash: string) => `REPORTER#${hash}`,
}

/** Index attributes of a trace. */
export const traceOf = (userId: UserId, { PK, SK }: Key): Item => ({
  ownerKey: traceKeys.of(userId),
  ownerSort: `${PK} ${SK}`,
})
/** The same put, of something of theirs that stands in no list of its own. */
export const withTrace = (made: Put, userId: UserId): Put => ({
  ...made,
  item: { ...made.item, ...traceOf(userId, made.item) },
})
export const traceAttributes = ['ownerKey', 'ownerSort']

/** Index attributes of a report, by the address of who sent it. */
export const reporterTrace = (email: string, { PK }: Key): Item => ({
  sellerKey: traceKeys.sentFrom(email),
  sellerSort: PK,
})

/** Index attributes of what a visitor sent to a photographer or left with them, by the visitor's address. */
export const senderTrace = (email: string, { PK, SK }: Key): Item => ({
  sellerKey: traceKeys.sentFrom(email),
  sellerSort: `${PK} ${SK}`,
})
