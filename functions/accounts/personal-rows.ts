import { domainToUnicode } from 'node:url'
import type { Item } from '#functions/shared/table/writes.ts'
import { GalleryId, OrderId, PhotoId, ProofSessionId, type UserId } from '#schema/ids.ts'
import { knownEmailOf } from '#schema/text.ts'

/** A row of the table that is about a person, by what is to become of it. */
export type PersonalRow =
  | { readonly kind: 'photo'; readonly photoId: PhotoId }
  | { readonly kind: 'gallery'; readonly galleryId: GalleryId }
  | { readonly kind: 'session'; readonly sessionId: ProofSessionId }
  | { readonly kind: 'like'; readonly galleryId: GalleryId }
  /** Their share of a sale, and a line that a buyer bought from them. */
  | { readonly kind: 'share'; readonly orderId: OrderId }
  | { readonly kind: 'line'; readonly orderId: OrderId; readonly line: number }
  | { readonly kind: 'page-name'; readonly name: string }
  /** The ledger's, but for the words with which an operator may have held it. */
  | { readonly kind: 'balance' }
  /** Another photographer's note that they write to this address no more: the wish stays, without the address. */
  | { readonly kind: 'wish' }
  /** Concerns only this person: it is deleted. */
  | { readonly kind: 'row' }
export type Person = { readonly userId: UserId; readonly email: string }

/** A row as it was found. */
export type FoundRow = { readonly trace: PersonalRow; readonly item: Item }
/** Where a person's rows are found, in groups: each is dealt with before the next is asked for. */
export type PersonalRows = (person: Person) => AsyncIterable<readonly FoundRow[]>

/** Those of some items that are about the person. */
export const rowsOf = (items: readonly Item[], person: Person): FoundRow[] =>
  items.flatMap((item) => {
    const trace = personalRowOf(item, person)
    return trace ? [{ trace, item }] : []
  })

/**
 * How rows may name an address: a domain in another script is kept in the spelling of the network (Punycode), and was kept as
 * it was typed by earlier releases.
 */
export const spellingsOf = (email: string): string[] => {
  const known = knownEmailOf(email)
  const domainAt = known.lastIndexOf('@') + 1
  return [...new Set([email, known, known.slice(0, domainAt) + domainToUnicode(known.slice(domainAt))])]
}

/** Rows below `USER#` that go; the profile goes last. */
const ownRows = ['PAYACCT', 'STORED', 'EXPORT']

/**
 * What an item of the table has to do with a person; `undefined` for nothing, and for what stays: the ledger's amounts,
 * buyers' orders, hashes, and what removes itself within a minute or an hour.
 */
export const personalRowOf = (item: Item, { userId, email }: Person): PersonalRow | undefined => {
  const [area = '', ...rest] = String(item.PK).split('#')
  const sort = String(item.SK)
  const isTheirs = item.photographerId === userId
  const isTheirAddress = (kept: unknown) => typeof kept === 'string' && knownEmailOf(kept) === knownEmailOf(email)
  switch (area) {
    case 'PHOTO':
      return isTheirs ? { kind: 'photo', photoId: PhotoId.parse(item.id) } : undefined
    case 'GALLERY':
      // Links to their favourites.
      if (item.subject === `USER#${userId}` && sort.startsWith('SHARED#')) return { kind: 'row' }
      // Favourites that a visitor sent: to them, or from their address.
      if (sort.startsWith('SENT#')) return isTheirs || isTheirAddress(item.email) ? { kind: 'row' } : undefined
      if (sort === `LIKE#USER#${userId}`) return { kind: 'like', galleryId: GalleryId.parse(rest[0]) }
      return isTheirs ? { kind: 'gallery', galleryId: GalleryId.parse(item.id) } : undefined
    case 'PROOF':
      return isTheirs ? { kind: 'session', sessionId: ProofSessionId.parse(item.id) } : undefined
    case 'ORDER':
      if (sort === `EARN#${userId}`) return { kind: 'share', orderId: OrderId.parse(item.orderId) }
      return isTheirs ? { kind: 'line', orderId: OrderId.parse(item.orderId), line: Number(item.line) } : undefined
    case 'SUBDOMAIN':
      return item.userId === userId ? { kind: 'page-name', name: String(item.name) } : undefined
    case 'OUTBOX':
      return isTheirAddress(item.to) || item.regarding === userId ? { kind: 'row' } : undefined
    case 'CONTACT':
      if (rest[0] === userId) return { kind: 'row' }
      if (!isTheirAddress(item.email)) return undefined
      return typeof item.unsubscribedAt === 'string' ? { kind: 'wish' } : { kind: 'row' }
    case 'KEPTCART':
      return isTheirAddress(item.email) ? { kind: 'row' } : undefined
    case 'SENDER':
      return rest[0] === userId ? { kind: 'row' } : undefined
    case 'REPORT':
      return isTheirs || isTheirAddress(item.email) ? { kind: 'row' } : undefined
    case 'STRIPE':
      // Pointers of transfers name an order as well: the ledger needs them.
      return item.userId === userId && item.orderId === undefined ? { kind: 'row' } : undefined
    case 'USER':
      if (rest[0] === userId && sort === 'BALANCE') return { kind: 'balance' }
      return rest[0] === userId && ownRows.includes(sort.split('#')[0] ?? '') ? { kind: 'row' } : undefined
    case 'DOWNLOADS':
    case 'SOLD':
      return rest[0] === userId ? { kind: 'row' } : undefined
    // Their codes; buyers' orders keep what these took.
    case 'DISCOUNT':
    case 'SLUG':
      return isTheirs ? { kind: 'row' } : undefined
    case 'CHORE':
      // Or of one of their days.
      return String(item.subject).split('/')[0] === userId ? { kind: 'row' } : undefined
    case 'COUNTS':
      // Rows of a gallery are deleted with it, and name no person.
      return rest[0] === userId ? { kind: 'row' } : undefined
    default:
      return undefined
  }
}
