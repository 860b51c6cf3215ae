import type { GalleryId, PhotoId } from '#schema/ids.ts'

/** The alphabet of ULIDs (https://github.com/ulid/spec), in its order. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * An id of which the order is turned around: what was made later sorts first, so that one ascending query reads a word's
 * galleries newest first, and those of longer words behind them.
 */
export const backwards = (id: GalleryId | PhotoId): string =>
  [...id.slice(id.indexOf('_') + 1).toUpperCase()]
    .map((digit) => digits[digits.length - 1 - digits.indexOf(digit)] ?? digit)
    .join('')
