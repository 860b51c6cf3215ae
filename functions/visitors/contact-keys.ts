import { createHash } from 'node:crypto'
import type { Key } from '#functions/shared/table/writes.ts'
import type { GalleryId, UserId } from '#schema/ids.ts'

/** What an address is known by in keys and in links: nobody reads the address itself there. */
export const addressHash = (email: string): string => createHash('sha256').update(email).digest('base64url')

export type AddressOf = { readonly photographerId: UserId; readonly address: string }

export const contactKeys = {
  /** All that one photographer knows of one address lies in one partition, so that it goes as a whole. */
  partition: ({ photographerId, address }: AddressOf) => `CONTACT#${photographerId}#${address}`,
  contact: (of: AddressOf): Key => ({ PK: contactKeys.partition(of), SK: 'CONTACT' }),
  visit: (of: AddressOf & { galleryId: GalleryId }): Key => ({
    PK: contactKeys.partition(of),
    SK: `VISIT#${of.galleryId}`,
  }),
  visits: 'VISIT#',
  /** Those who left an address in a gallery, in an index, as they first came. */
  visitorsOf: (galleryId: GalleryId) => `VISITORS#${galleryId}`,
  /** Whether a photographer's invitations may go out, and the complaints about them. */
  sender: (photographerId: UserId): Key => ({ PK: `SENDER#${photographerId}`, SK: 'SENDER' }),
  complaint: ({ photographerId, address }: AddressOf): Key => ({
    PK: `SENDER#${photographerId}`,
    SK: `COMPLAINT#${address}`,
  }),
} as const
