import * as z from 'zod'
import { eachPage } from '#functions/shared/table/pages.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import { senderTrace, traceOf } from '#functions/shared/table/traces.ts'
import type { Item, Put, Table, Write } from '#functions/shared/table/writes.ts'
import { assert, is, put, remove } from '#functions/shared/table/writes.ts'
import { Contact, consentConfirmed, Visit } from '#schema/entities/contact.ts'
import type { GalleryId } from '#schema/ids.ts'
import { type AddressOf, contactKeys } from './contact-keys.ts'

const maxTries = 8

/** `before` is what was read: a write that another one was faster than is refused. */
export const contactPut = (before: Contact | undefined, contact: Contact): Put => {
  const key = contactKeys.contact(contact)
  return put(
    {
      ...key,
      ...contact,
      version: (before?.version ?? 0) + 1,
      ...traceOf(contact.photographerId, key),
      ...(contact.email !== null && senderTrace(contact.email, key)),
    },
    before ? { version: is.equal(before.version) } : 'absent',
  )
}

export const visitPut = (before: Visit | undefined, visit: Visit): Put => {
  const key = contactKeys.visit(visit)
  return put(
    {
      ...key,
      ...visit,
      version: (before?.version ?? 0) + 1,
      ownerKey: contactKeys.visitorsOf(visit.galleryId),
      ownerSort: `${visit.firstAt}#${visit.address}`,
      ...senderTrace(visit.email, key),
    },
    before ? { version: is.equal(before.version) } : 'absent',
  )
}

const Listed = z.object({ contact: Contact.optional(), visits: z.array(Visit) })
type Listed = z.infer<typeof Listed>

/** A contact of whom nothing is known but that they are not to be written to. */
const unknownContact = (of: AddressOf, at: string): Contact => ({
  ...of,
  email: null,
  consent: null,
  consentConfirmedAt: null,
  askedAt: null,
  askedAbout: null,
  confirmedAt: null,
  unsubscribedAt: null,
  createdAt: at,
  version: 0,
})

/** Without a visit nothing stays of a contact, unless it is written to no more. */
const contactGone = (contact: Contact): Write =>
  contact.unsubscribedAt === null
    ? remove(contactKeys.contact(contact), { version: is.equal(contact.version) })
    : contactPut(contact, { ...contact, email: null, consent: null, consentConfirmedAt: null })

/** Addresses that people left with photographers: each belongs to one of them alone. */
export const contactStore = (table: Table) => {
  const find = async (of: AddressOf): Promise<Contact | undefined> => {
    const item = await table.get(contactKeys.contact(of))
    return item && Contact.parse(item)
  }

  /** All that one photographer knows of an address. */
  const all = async (of: AddressOf): Promise<Listed> => {
    const listed: Listed = { contact: undefined, visits: [] }
    const read = (after: Item | undefined) =>
      table.query({ partition: contactKeys.partition(of), consistent: true, after })
    for await (const { items } of eachPage(read)) {
      for (const item of items) {
        if (item.SK === contactKeys.contact(of).SK) listed.contact = Contact.parse(item)
        else listed.visits.push(Visit.parse(item))
      }
    }
    return listed
  }

  /** Writes what `change` makes of a contact; `undefined` leaves it as it is. */
  const change = async (
    of: AddressOf,
    make: (contact: Contact | undefined) => Contact | undefined,
  ): Promise<Contact | undefined> => {
    let before = await find(of)
    return retried(maxTries, 'unavailable', async () => {
      const after = make(before)
      if (!after) return before
      const written = await table.write(contactPut(before, after))
      if (written.ok) return after
      before = written.before && Contact.parse(written.before)
      return tryAgain
    })
  }

  return {
    find,
    all,

    /** A contact, and their visit of one gallery. */
    async findIn(of: AddressOf, galleryId: GalleryId) {
      const { SK } = contactKeys.contact(of)
      const items = await table.getMany([contactKeys.contact(of), contactKeys.visit({ ...of, galleryId })])
      const contact = items.find((item) => item.SK === SK)
      const visit = items.find((item) => item.SK !== SK)
      return { contact: contact && Contact.parse(contact), visit: visit && Visit.parse(visit) }
    },

    /** Contacts of some visits, in no order. */
    async ofVisits(visits: readonly AddressOf[]): Promise<Contact[]> {
      if (visits.length === 0) return []
      return (await table.getMany(visits.map(contactKeys.contact))).map((item) => Contact.parse(item))
    },

    /** Runs writes of a contact, their visit and what follows as one. */
    transact: (writes: readonly Write[]) => table.transact(writes),

    /**
     * The address is its owner's, and so is the consent that they were asked about: no other, which somebody may have given
     * in their name since. @returns false where it is unknown, or written to no more.
     */
    async confirm(of: AddressOf & { consent?: Contact['consent'] | undefined }, at: string): Promise<boolean> {
      const after = await change(of, (contact) => {
        if (!contact || contact.unsubscribedAt !== null || contact.email === null) return undefined
        // A link of an earlier release asks about what such a release wrote.
        const isOld = of.consent === undefined && contact.consentConfirmedAt === undefined
        const consent = isOld ? contact.consent : of.consent
        const confirmed = {
          ...contact,
          consentConfirmedAt: consentConfirmed(contact),
          confirmedAt: contact.confirmedAt ?? at,
        }
        const isKnown = !consent || (contact.consent?.at === consent.at && confirmed.consentConfirmedAt !== null)
        return isKnown ? confirmed : { ...confirmed, consent, consentConfirmedAt: at }
      })
      return after !== undefined && after.unsubscribedAt === null && after.confirmedAt !== null
    },

    /** Writes to it no more, for good. Done again, it changes nothing. */
    async unsubscribe(of: AddressOf, at: string): Promise<void> {
      await change(of, (contact) => {
        if (contact?.unsubscribedAt) return undefined
        return { ...(contact ?? unknownContact(of, at)), unsubscribedAt: at }
      })
    },

    /** Takes that back, as only who has the link of a mail to this address can. */
    async resubscribe(of: AddressOf): Promise<void> {
      await change(of, (contact) => (contact?.unsubscribedAt ? { ...contact, unsubscribedAt: null } : undefined))
    },

    /** Forgets the address and where it was left. What stays, under its hash, is that nothing is sent there. */
    async forget(of: AddressOf, at: string): Promise<void> {
      // First, so that nobody is written to between the two.
      await change(of, (contact) => ({
        ...unknownContact(of, contact?.createdAt ?? at),
        unsubscribedAt: contact?.unsubscribedAt ?? at,
      }))
      const { visits } = await all(of)
      for (const visit of visits) await table.write(remove(contactKeys.visit(visit), 'always'))
    },

    /**
     * The gallery is gone: so is the visit, and in the same write the contact with the last of them, of which a hash stays where
     * it is written to no more. Nobody would look for a contact without a visit again.
     */
    async dropVisit(visit: Visit): Promise<void> {
      const gone = remove(contactKeys.visit(visit), 'always')
      return retried(maxTries, 'unavailable', async () => {
        const { contact, visits } = await all(visit)
        const other = visits.find(({ galleryId }) => galleryId !== visit.galleryId)
        // Of two that go at once one is the last.
        const rest = other ? assert(contactKeys.visit(other), 'present') : contact && contactGone(contact)
        const written = await table.transact([gone, ...(rest ? [rest] : [])])
        return written.ok ? undefined : tryAgain
      })
    },
  }
}
export type ContactStore = ReturnType<typeof contactStore>
