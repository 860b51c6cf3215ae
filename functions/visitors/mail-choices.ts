import type { FavouritesListStore } from '#functions/galleries/favourites-list-store.ts'
import type { OutboxStore } from '#functions/mail/outbox-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import { type Clock, epochSeconds, stamp } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { AppError } from '#schema/errors.ts'
import type { UserId } from '#schema/ids.ts'
import { type AddressOf, addressHash } from './contact-keys.ts'
import type { ContactStore } from './contact-store.ts'
import type { KeptCartStore } from './kept-cart-store.ts'
import type { MailLinks } from './mail-links.ts'

type endpoints = typeof api.visitors.endpoints
type Parts = {
  contacts: ContactStore
  profiles: Pick<ProfileStore, 'find'>
  mailLinks: Pick<MailLinks, 'choiceOf' | 'confirmationOf'>
  now: Clock
}

/** Confirms an address: the one answer that a mail of ours asks for. Pressed again, it says the same. */
export const confirmAddress =
  ({ contacts, profiles, mailLinks, now }: Parts): Operation<endpoints['confirmAddress']> =>
  async ({ params }) => {
    const asked = await mailLinks.confirmationOf(params.token)
    const profile = asked && (await profiles.find(asked.photographerId))
    if (!profile || asked.until <= epochSeconds(now())) throw new AppError('link_over')
    if (!(await contacts.confirm(asked, stamp(now())))) throw new AppError('link_over')
    return { photographerName: profile.displayName }
  }

/** @throws AppError `link_over` for what is no link of ours. */
const addressesOf = async ({ mailLinks }: Parts, token: string): Promise<AddressOf[]> => {
  const choice = await mailLinks.choiceOf(token)
  if (!choice) throw new AppError('link_over')
  return choice.of.map((photographerId) => ({ photographerId, address: choice.address }))
}

/** What the page of the link says. Looking changes nothing: programs that look through mails open every link. */
export const mailChoices =
  (parts: Parts): Operation<endpoints['mailChoices']> =>
  async ({ params }) => {
    const all = await addressesOf(parts, params.token)
    const known = await Promise.all(
      all.map(async (of) => ({ contact: await parts.contacts.find(of), name: await nameOf(parts, of.photographerId) })),
    )
    return {
      photographerNames: known.flatMap(({ name }) => name ?? []),
      isSubscribed: known.some(({ contact }) => !contact?.unsubscribedAt),
    }
  }

const nameOf = async ({ profiles }: Parts, id: UserId): Promise<string | undefined> =>
  (await profiles.find(id))?.displayName

/**
 * One click, by the page or by a mail program of its own accord: no session, no question (RFC 8058, 3.1). An address of
 * which nothing was known is noted as well: it was written to on a photographer's word.
 */
export const unsubscribe =
  (parts: Parts): Operation<endpoints['unsubscribe']> =>
  async ({ params }) => {
    for (const of of await addressesOf(parts, params.token)) await parts.contacts.unsubscribe(of, stamp(parts.now()))
    return undefined
  }

export const resubscribe =
  (parts: Parts): Operation<endpoints['resubscribe']> =>
  async ({ params }) => {
    for (const of of await addressesOf(parts, params.token)) await parts.contacts.resubscribe(of)
    return undefined
  }

type Forgetting = Parts & {
  carts: Pick<KeptCartStore, 'forget'>
  favouritesLists: Pick<FavouritesListStore, 'forgetSender'>
  outbox: Pick<OutboxStore, 'forgetAside'>
}

/**
 * Forgets the address, as its owner may ask without an account: with the photographers whom the link names, what was left
 * with them and sent to them, and mails to it that could not be sent.
 */
export const forgetAddress =
  (parts: Forgetting): Operation<endpoints['forget']> =>
  async ({ params }) => {
    for (const of of await addressesOf(parts, params.token)) {
      await parts.contacts.forget(of, stamp(parts.now()))
      await parts.carts.forget(of.address)
      await parts.favouritesLists.forgetSender(of.photographerId, of.address)
      await parts.outbox.forgetAside(of.photographerId, (email) => addressHash(email) === of.address)
    }
    return undefined
  }
