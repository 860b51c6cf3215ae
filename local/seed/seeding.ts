import type { ApiClient } from '#local/api-client/api-client.ts'
import { api } from '#schema/api/all.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import type { SeedGallery } from './market.ts'
import type { IdentityPlace, ReadMail } from './people.ts'
import type { Prints } from './prints.ts'

/** What the seed needs of a running local system. */
export type SeedTarget = {
  url: string
  identity: IdentityPlace
  readMail: ReadMail
  now: () => Date
  /** Moves the clock and does all that falls due on the way: releases, payouts, reminders. */
  moveTo: (at: Date) => Promise<void>
  /** Waits until every queue is empty. */
  settle: () => Promise<void>
  /** What a buyer does on the card page. */
  pay: (checkoutUrl: string) => Promise<void>
  /** What a photographer does on the onboarding page. */
  completeOnboarding: (onboardingUrl: string) => Promise<void>
  /** What the operator does once a month: sends to the bank what the platform may keep. */
  withdraw: () => Promise<void>
  /** The support command that gives access beyond the launch period. */
  extendAccess: (userId: string, until: Date) => Promise<void>
  say: (line: string) => void
  /** What hangs in the galleries, if not the demo's own photos. */
  prints?: Prints
}

export type Step = { at: Date; run: () => Promise<void> }
/** What is on sale by now. */
type Stock = {
  gallery: SeedGallery
  galleryId: GalleryId
  photos: { id: PhotoId; pricePence: number }[]
  isOpen: boolean
}
/** The market as far as it has come. */
export type Market = { target: SeedTarget; today: Date; anyone: ApiClient; stock: Stock[] }

export const hourMs = 3_600_000

/** Sessions as the server makes them of ids that are told apart by their number. */
export const sessionOf = async ({ anyone }: Market, galleryId: GalleryId, n: number): Promise<string> => {
  const earlier = `anon_1700000000000_${galleryId.slice(-8).toLowerCase()}${String(n).padStart(4, '0')}`
  return (await anyone.call(api.galleries.endpoints.startSession, { body: { earlier } })).session
}

export const visitorsOf = (market: Market) => ({
  anyone: market.anyone,
  sessionOf: (galleryId: GalleryId, n: number) => sessionOf(market, galleryId, n),
})
