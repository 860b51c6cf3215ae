import type { ApiClient } from '#local/api-client/api-client.ts'
import { api } from '#schema/api/all.ts'
import { cartConsent, visitorConsent } from '#schema/consent.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import type { ReadMail } from './people.ts'

type Visited = { anyone: ApiClient; sessionOf: (galleryId: GalleryId, n: number) => Promise<string> }

/** Who leaves an address in a gallery that closes, and whether they agree to be written to. */
const readers = [
  { email: 'ines@example.com', consent: visitorConsent.version },
  { email: 'walter@example.com', consent: null },
] as const

/** Two visitors ask to be told before a gallery closes; each is sent a question first. */
export const leaveAddresses = async ({ anyone, sessionOf }: Visited, galleryId: GalleryId): Promise<void> => {
  for (const [n, body] of readers.entries()) {
    const headers = { 'x-gallery-session': await sessionOf(galleryId, n) }
    await anyone.call(api.visitors.endpoints.tellBeforeClosing, { params: { galleryId }, headers, body })
  }
}

/** The first of them says yes. */
export const confirmAddress = async (anyone: ApiClient, readMail: ReadMail): Promise<void> => {
  const [{ email }] = readers
  const [, token] = /\/mail\/confirm\/(\S+)/.exec(await readMail(email)) ?? []
  if (token === undefined) throw new Error(`${email} was not asked to confirm the address.`)
  await anyone.call(api.visitors.endpoints.confirmAddress, { params: { token: decodeURIComponent(token) } })
}

type LeftCart = { galleryId: GalleryId; photoIds: readonly PhotoId[]; email: string }

/** A buyer who leaves a cart and wishes to be reminded of it. */
export const leaveCart = async ({ anyone, sessionOf }: Visited, cart: LeftCart): Promise<void> => {
  const { galleryId, photoIds, email } = cart
  await anyone.call(api.visitors.endpoints.keepCart, {
    headers: { 'x-gallery-session': await sessionOf(galleryId, 0) },
    body: { email, consent: cartConsent.version, items: photoIds.map((photoId) => ({ photoId })) },
  })
}
