import { randomBytes } from 'node:crypto'
import { ulid } from 'ulid'
import type { Clock } from '#functions/shared/time/clock.ts'
import {
  FavouritesId,
  FavouritesListId,
  GalleryId,
  MailId,
  OrderId,
  PayoutId,
  PhotoId,
  ProofSessionId,
  SetId,
  ZipId,
} from '#schema/ids.ts'

/** Cryptographic randomness: `count` bytes. */
export type Random = (count: number) => Uint8Array
export const systemRandom: Random = (count) => randomBytes(count)

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Crockford base 32 of random bytes, 5 bits a character, no bias: each byte gives one character of its low 5 bits. */
export const randomText = (random: Random, length: number): string =>
  Array.from(random(length), (byte) => alphabet.charAt(byte & 31)).join('')

/** 256 random bits for links and tokens, URL-safe. */
export const randomToken = (random: Random): string => Buffer.from(random(32)).toString('base64url')

/** Makes the ids of `schema/ids.ts`: sortable ones from the clock, an order's from randomness alone. */
export const idMaker = (now: Clock, random: Random) => {
  const sortable = () => ulid(now().getTime(), () => (random(1)[0] ?? 0) / 256)
  return {
    gallery: () => GalleryId.parse(`gal_${sortable()}`),
    photo: () => PhotoId.parse(`pho_${sortable()}`),
    favourites: () => FavouritesId.parse(`fav_${sortable()}`),
    favouritesList: () => FavouritesListId.parse(`fvl_${sortable()}`),
    set: () => SetId.parse(`set_${sortable()}`),
    proofSession: () => ProofSessionId.parse(`prf_${sortable()}`),
    payout: () => PayoutId.parse(`pay_${sortable()}`),
    zip: () => ZipId.parse(`zip_${sortable()}`),
    mail: () => MailId.parse(`mai_${sortable()}`),
    order: () => OrderId.parse(`ord_${randomText(random, 32)}`),
    /** Short, for people to read aloud; it gives no access. */
    orderNumber: () => `DS-${randomText(random, 8)}`,
  }
}
export type IdMaker = ReturnType<typeof idMaker>
