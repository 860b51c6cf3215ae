import { setting } from '#functions/shared/settings/settings.ts'
import { liveSigner } from '#functions/shared/signing/signer.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import type { UserId } from '#schema/ids.ts'
import { type ContactStore, contactStore } from './contact-store.ts'
import { type KeptCartStore, keptCartStore } from './kept-cart-store.ts'
import { type MailLinks, mailLinks } from './mail-links.ts'
import { type MayWrite, mayWrite } from './may-write.ts'
import { type SenderStore, senderStore } from './sender-store.ts'

// Apart from what keeps addresses of galleries: whoever sends mails opens none.
export const liveContacts = (): ContactStore => contactStore(liveTable())
export const liveSenders = (): SenderStore => senderStore(liveTable())
export const liveKeptCarts = (): KeptCartStore => keptCartStore(liveTable())
export const liveMailLinks = (): MailLinks => mailLinks(liveSigner(), () => setting('SITE_URL'))
export const liveMayWrite = (): MayWrite => mayWrite({ contacts: liveContacts(), senders: liveSenders() })

/** What is asked before somebody is written to on a photographer's word. */
export const liveWriting = () => {
  const senders = liveSenders()
  return {
    mayWrite: liveMayWrite(),
    isStopped: async (photographerId: UserId) => (await senders.find(photographerId)).stoppedAt !== null,
  }
}
