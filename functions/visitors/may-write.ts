import type { UserId } from '#schema/ids.ts'
import { addressHash } from './contact-keys.ts'
import type { ContactStore } from './contact-store.ts'
import type { SenderStore } from './sender-store.ts'

type Parts = { contacts: Pick<ContactStore, 'find'>; senders: Pick<SenderStore, 'find'> }
export type MayWrite = (photographerId: UserId, email: string) => Promise<boolean>

/** Whether somebody is written to in a photographer's name: they did not unsubscribe, and the photographer was not stopped. */
export const mayWrite =
  ({ contacts, senders }: Parts): MayWrite =>
  async (photographerId, email) => {
    const [contact, { stoppedAt }] = await Promise.all([
      contacts.find({ photographerId, address: addressHash(email) }),
      senders.find(photographerId),
    ])
    return stoppedAt === null && !contact?.unsubscribedAt
  }
