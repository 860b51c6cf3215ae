import { type ChoreSteps, DueLater } from '#functions/chores/do-chores.ts'
import { closingTime, isExpired, isOwnersAlone } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { stillOpen } from '#functions/galleries/still-open.ts'
import { mailBrandOf } from '#functions/mail/mail-brand.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { trialView } from '#functions/profiles/trial-rules.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import { hasRoomForMail, mailboxAgainAt, uncountMail } from '#functions/shared/throttle/mail-bounds.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { Contact, Visit } from '#schema/entities/contact.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { GalleryId } from '#schema/ids.ts'
import { paths } from '#schema/paths.ts'
import { type ContactStore, visitPut } from './contact-store.ts'
import type { VisitListStore } from './visit-list-store.ts'

type Parts = {
  galleries: Pick<GalleryStore, 'find'>
  profiles: Pick<ProfileStore, 'find'>
  contacts: ContactStore & VisitListStore
  throttle: Pick<Throttle, 'count' | 'takeBack'>
  ids: Pick<IdMaker, 'mail'>
  siteUrl: () => string
  now: Clock
}
export type VisitorChore = 'clear-visitors' | 'tell-week-before-closing' | 'tell-day-before-closing'

/** Read at once; as many contacts are one batch. */
const atOnce = 100

/** What is due of those who left an address in a gallery. Each goes on where it stopped. */
export const visitorChores = (parts: Parts): ChoreSteps<VisitorChore> => ({
  'clear-visitors': async (subject, mayGoOn = () => {}) => {
    for await (const visits of visitsOf(parts, GalleryId.parse(subject))) {
      for (const visit of visits) {
        mayGoOn()
        await parts.contacts.dropVisit(visit)
      }
    }
  },
  'tell-week-before-closing': (subject, mayGoOn) => tell(parts, GalleryId.parse(subject), 'week', mayGoOn),
  'tell-day-before-closing': (subject, mayGoOn) => tell(parts, GalleryId.parse(subject), 'day', mayGoOn),
})

async function* visitsOf({ contacts }: Parts, galleryId: GalleryId) {
  const read = (after: Item | undefined) => contacts.listVisits(galleryId, { limit: atOnce, after, newestFirst: false })
  for await (const { visits } of eachPage(read)) yield visits
}

type Notice = 'week' | 'day'
const told = { week: 'toldWeek', day: 'toldDay' } as const

/**
 * Tells those who asked and confirmed, and on the next day those whose mailbox was sent as many as a day allows, until the
 * gallery closes. The mail and the note that it was sent are one write, so each is told once.
 */
const tell = async (parts: Parts, id: GalleryId, notice: Notice, mayGoOn: () => void = () => {}): Promise<void> => {
  const { galleries, profiles, contacts, throttle, now } = parts
  const gallery = await galleries.find(id)
  const profile = gallery && (await profiles.find(gallery.photographerId))
  if (!gallery || !profile || !isTold(gallery, notice, now())) return
  const sender = { photographerId: profile.userId, isSubscribed: trialView(profile, now()).isSubscribed }
  // Of the day in which it begins: a run may go on past its end.
  const againAt = mailboxAgainAt(now())
  let isAnyFull = false
  for await (const visits of visitsOf(parts, id)) {
    const due = visits.filter((visit) => visit.wantsClosing && visit[told[notice]] !== gallery.expiresAt)
    const known = new Map((await contacts.ofVisits(due)).map((contact) => [contact.address, contact]))
    for (const visit of due) {
      mayGoOn()
      // Whoever knows an address that confirmed may leave it in any gallery of the photographer, so its mailbox has a bound here.
      if (!isConfirmed(known.get(visit.address))) continue
      const mail = { kind: 'closing', to: visit.email, ...sender } as const
      if (!(await hasRoomForMail(throttle, mail))) isAnyFull = true
      else if (!(await tellOne(parts, { gallery, profile, visit, notice }))) await uncountMail(throttle, mail)
    }
  }
  if (isAnyFull) throw new DueLater(againAt)
}

const isTold = (gallery: Gallery, notice: Notice, now: Date): gallery is Gallery & { expiresAt: string } =>
  gallery.expiresAt !== null &&
  gallery.takedown === null &&
  gallery.ownerState !== 'closed' &&
  // Its link would lead nobody anywhere.
  !isOwnersAlone(gallery) &&
  !isExpired(gallery, now) &&
  new Date(closingTime(gallery.expiresAt, notice)) <= now &&
  // One that waited until the other is due says nothing more than that.
  (notice === 'day' || new Date(closingTime(gallery.expiresAt, 'day')) > now)

const isConfirmed = (contact: Contact | undefined): boolean =>
  contact !== undefined && contact.confirmedAt !== null && contact.unsubscribedAt === null

type Told = { gallery: Gallery & { expiresAt: string }; profile: Profile; visit: Visit; notice: Notice }

/**
 * A gallery whose date changed meanwhile is told of at its new one, one that was closed to visitors not at all.
 * @returns whether a mail was written.
 */
const tellOne = async (parts: Parts, { gallery: begun, profile, visit: listed, notice }: Told): Promise<boolean> => {
  const { galleries, contacts, ids, siteUrl, now } = parts
  const { id, expiresAt } = begun
  let gallery: Gallery | undefined = begun
  let visit: Visit | undefined = listed
  return retried(5, 'unavailable', async () => {
    if (gallery?.expiresAt !== expiresAt || !isTold(gallery, notice, now())) return false
    const { title, photographerId } = gallery
    if (visit?.wantsClosing !== true || visit[told[notice]] === expiresAt) return false
    const mail = outboxPut({
      id: ids.mail(),
      template: 'gallery-closing',
      to: visit.email,
      regarding: photographerId,
      onBehalfOf: [photographerId],
      at: now(),
      data: {
        ...mailBrandOf(profile.brand, siteUrl()),
        photographerName: profile.displayName,
        title,
        expiresAt,
        link: siteUrl() + paths.gallery({ galleryId: id }),
      },
    })
    const noted = visitPut(visit, { ...visit, [told[notice]]: expiresAt })
    const written = await contacts.transact([noted, stillOpen(gallery), mail])
    if (written.ok) return true
    // An index may lag behind what is stored, and the gallery may have been edited.
    gallery = await galleries.find(id)
    visit = (await contacts.findIn(listed, id)).visit
    return tryAgain
  })
}
