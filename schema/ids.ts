import * as z from 'zod'

/**
 * Ids are a typed prefix and Crockford base 32 (ULID): sortable by time where that helps. An order's id is a secret,
 * so it carries 160 random bits and no time.
 */
const sortable = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[0-9A-HJKMNP-TV-Z]{26}$`))

export const GalleryId = sortable('gal').brand<'GalleryId'>()
export type GalleryId = z.infer<typeof GalleryId>
export const PhotoId = sortable('pho').brand<'PhotoId'>()
export type PhotoId = z.infer<typeof PhotoId>
/** A set of a gallery: one of its named parts. */
export const SetId = sortable('set').brand<'SetId'>()
export type SetId = z.infer<typeof SetId>
export const ProofSessionId = sortable('prf').brand<'ProofSessionId'>()
export type ProofSessionId = z.infer<typeof ProofSessionId>
export const PayoutId = sortable('pay').brand<'PayoutId'>()
export type PayoutId = z.infer<typeof PayoutId>
export const MailId = sortable('mai').brand<'MailId'>()
export type MailId = z.infer<typeof MailId>

export const ReportId = sortable('rep').brand<'ReportId'>()
export type ReportId = z.infer<typeof ReportId>

/** One making of zips: those of an order in one size, or of everything that a photographer has. */
export const ZipId = sortable('zip').brand<'ZipId'>()
export type ZipId = z.infer<typeof ZipId>

/** Favourites as others know them: in the link to them. */
export const FavouritesId = sortable('fav').brand<'FavouritesId'>()
export type FavouritesId = z.infer<typeof FavouritesId>

/** Favourites that a visitor sent to a photographer. */
export const FavouritesListId = sortable('fvl').brand<'FavouritesListId'>()
export type FavouritesListId = z.infer<typeof FavouritesListId>

/** 160 random bits in Crockford base 32. Knowing it is the right to see the order and download what it bought. */
export const OrderId = z
  .string()
  .regex(/^ord_[0-9A-HJKMNP-TV-Z]{32}$/)
  .brand<'OrderId'>()
export type OrderId = z.infer<typeof OrderId>

/** Cognito's `sub`: a UUID. */
export const UserId = z
  .string()
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
  .brand<'UserId'>()
export type UserId = z.infer<typeof UserId>

/** The browser's anonymous session: 'anon', a timestamp and a random string (specification, section 3). */
export const SessionId = z
  .string()
  .regex(/^anon_\d{10,16}_[a-z0-9]{8,40}$/)
  .brand<'SessionId'>()
export type SessionId = z.infer<typeof SessionId>

/** A key that the browser makes once per attempt, so that a repeated request has one effect. */
export const IdempotencyKey = z
  .string()
  .regex(/^[A-Za-z0-9_-]{16,64}$/)
  .brand<'IdempotencyKey'>()
export type IdempotencyKey = z.infer<typeof IdempotencyKey>
