import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import type { api } from '#schema/api/all.ts'
import { consentConfirmed } from '#schema/entities/contact.ts'
import { limits } from '#schema/limits.ts'
import type { ContactStore } from './contact-store.ts'
import type { VisitListStore } from './visit-list-store.ts'

type Parts = { galleries: Pick<GalleryStore, 'getOwn'>; contacts: ContactStore & VisitListStore; cursors: Cursors }

/** Who left an address in an own gallery, with what each agreed to. Nobody else's: an address belongs to one photographer. */
export const listVisitors =
  ({ galleries, contacts, cursors }: Parts): Operation<typeof api.visitors.endpoints.ofGallery> =>
  async ({ params, query, caller }) => {
    const { id } = await galleries.getOwn(params.galleryId, caller.userId)
    const list = `visitors:${id}`
    const { after } = await cursors.read(list, query.cursor)
    const page = await contacts.listVisits(id, { limit: limits.visitors.perPage, after })
    const known = new Map((await contacts.ofVisits(page.visits)).map((contact) => [contact.address, contact]))
    const items = page.visits.map(({ email, firstAt, lastAt, wantsClosing, address }) => {
      const contact = known.get(address)
      return {
        email,
        firstAt,
        lastAt,
        consentAt: contact?.consent?.at ?? null,
        consentVersion: contact?.consent?.version ?? null,
        consentConfirmedAt: contact ? consentConfirmed(contact) : null,
        confirmedAt: contact?.confirmedAt ?? null,
        unsubscribedAt: contact?.unsubscribedAt ?? null,
        wantsClosing,
      }
    })
    return { items, ...(await cursors.of(list, page)) }
  }
