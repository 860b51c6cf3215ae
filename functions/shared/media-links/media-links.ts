import { getSignedUrl } from '@aws-sdk/cloudfront-signer'
import { readSecret } from '#functions/shared/secrets/secrets.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { afterMs, type Clock, epochSeconds, stamp, systemClock } from '#functions/shared/time/clock.ts'
import type { Picture } from '#schema/api/views.ts'
import type { Photo } from '#schema/entities/photo.ts'
import { isPiece } from '#schema/entities/rendition-kinds.ts'
import type { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

type Shown = Pick<Photo, 'width' | 'height' | 'thumbhash' | 'renditions'>
type Download = { url: string; fileName: string; expiresAt: string }

/** Addresses that CloudFront serves: signed, so that nobody can guess or lengthen them (docs/security.md). */
export type MediaLinks = {
  /**
   * What a screen needs of a photo, with renditions only; of its pieces none or those that are asked for. `null` when the
   * photo has no renditions. Until `expiresAt`, where that is to come, the addresses open at the longest.
   */
  picture: (photo: Shown, galleryId: GalleryId, options?: PictureOptions) => Promise<Picture | null>
  /** A link of 15 minutes to a buyer's file, saved under `fileName`, or as much of it as an address may hold. */
  download: (key: string, fileName: string) => Promise<Download>
}
export type MediaKey = { siteUrl: string; keyPairId: string; privateKeyPem: () => Promise<string> }

export type PictureOptions = { pieces?: Pieces; expiresAt?: string | null }

/** Those of a gallery's own page, or those of its card. */
export type Pieces = 'tall' | 'card'
type Addressing = { urlOf: (key: string) => string; pieces?: Pieces }

/** A photo with the addresses of its renditions. `null` when it lacks one of those that every photo has. */
export const pictureOf = (
  { width, height, thumbhash, renditions }: Shown,
  { urlOf, pieces }: Addressing,
): Picture | null => {
  const jpegOf = (wanted: 'display' | 'thumbnail') =>
    renditions.find(({ kind, format }) => kind === wanted && format === 'jpeg')
  const display = jpegOf('display')
  const thumbnail = jpegOf('thumbnail')
  if (!display || !thumbnail) return null
  const sources: Picture['sources'] = []
  const found: NonNullable<Picture[Pieces]> = []
  for (const { kind, format, key, bytes: _, ...size } of renditions) {
    if (!isPiece(kind)) sources.push({ kind, format, url: urlOf(key), ...size })
    else if (pieces === (kind === 'card' ? 'card' : 'tall')) found.push({ url: urlOf(key), ...size })
  }
  return {
    imageUrl: urlOf(display.key),
    thumbnailUrl: urlOf(thumbnail.key),
    sources,
    ...(pieces && found.length > 0 && { [pieces]: found }),
    width,
    height,
    thumbhash,
  }
}

/**
 * One signature for all pictures of a gallery, the same for every visitor for twelve hours: an address that changed with
 * each answer could not be cached by anybody. It lives twelve to twenty-four hours.
 */
const windowMs = 12 * 3_600_000

/**
 * @param mostSignatures How many are kept, those looked at longest ago going first. Each is 0.7 kB, and made anew it is 1.6 ms
 * of a core: the front pages of a market name some thousands of galleries.
 */
export const mediaLinks = (
  { siteUrl, keyPairId, privateKeyPem }: MediaKey,
  now: Clock,
  mostSignatures = 20_000,
): MediaLinks => {
  const signatures = new Map<string, string>()

  /**
   * @param prefix Of the keys that it is good for.
   * @param expiresAt When it is to end at the latest; what is over already is looked at by its owner, for a window as usual.
   */
  const signatureFor = async (prefix: string, expiresAt: string | null): Promise<string> => {
    const at = now().getTime()
    const closesAt = expiresAt === null ? Number.NaN : Date.parse(expiresAt)
    const usualEnd = Math.ceil(at / windowMs) * windowMs + windowMs
    const windowEnd = closesAt > at ? Math.min(usualEnd, closesAt) : usualEnd
    const place = `${prefix}@${windowEnd}`
    const known = signatures.get(place)
    if (known !== undefined) {
      // Moved to the end of the map, which is the most recently used: what is in use is not evicted.
      signatures.delete(place)
      signatures.set(place, known)
      return known
    }
    const [oldest] = signatures.keys()
    if (signatures.size >= mostSignatures && oldest !== undefined) signatures.delete(oldest)
    const url = `${siteUrl}/${prefix}*`
    const policy = JSON.stringify({
      Statement: [
        { Resource: url, Condition: { DateLessThan: { 'AWS:EpochTime': epochSeconds(new Date(windowEnd)) } } },
      ],
    })
    const signed = getSignedUrl({ url, keyPairId, privateKey: await privateKeyPem(), policy })
    const query = signed.slice(signed.indexOf('?'))
    signatures.set(place, query)
    return query
  }

  return {
    picture: async (photo, galleryId, { expiresAt = null, ...options } = {}) => {
      const [display] = photo.renditions
      if (!display) return null
      // What stands before the gallery's id is another in keys that earlier releases made.
      const shelf = display.key.slice(0, Math.max(0, display.key.indexOf(galleryId)))
      const signature = await signatureFor(`${shelf}${galleryId}/`, expiresAt)
      return pictureOf(photo, { urlOf: (key) => `${siteUrl}/${key}${signature}`, ...options })
    },

    download: async (key, fileName) => {
      const expires = afterMs(now(), limits.download.linkLifeSeconds * 1_000)
      const url = new URL(`${siteUrl}/${key}`)
      url.searchParams.set('response-content-disposition', dispositionOf(shortened(fileName)))
      const signed = getSignedUrl({
        url: url.toString(),
        keyPairId,
        privateKey: await privateKeyPem(),
        dateLessThan: stamp(expires),
      })
      return { url: signed, fileName, expiresAt: stamp(expires) }
    },
  }
}

/**
 * How much of an address the saved name may take. The firewall refuses queries of more than 2,048 bytes (AWS's common
 * rules, SizeRestrictions_QUERYSTRING), and the signature with what belongs to it takes some 430.
 */
const dispositionBytes = 1_500
const graphemes = new Intl.Segmenter()

/** A name with its extension and as many whole characters as fit: one of Chinese takes 15 bytes, encoded twice. */
const shortened = (fileName: string): string => {
  const extension = /\.\w{1,8}$/.exec(fileName)?.[0] ?? ''
  const stem = fileName.slice(0, fileName.length - extension.length)
  const characters = [...graphemes.segment(stem)].map(({ segment }) => segment)
  while (characters.length > 0) {
    const name = `${characters.join('')}${extension}`
    if (bytesInQuery(dispositionOf(name)) <= dispositionBytes) return name
    characters.pop()
  }
  return `photo${extension}`
}

const bytesInQuery = (value: string): number => new URLSearchParams([['', value]]).toString().length

/** RFC 6266: an ASCII name for old clients, the whole name in UTF-8 for the others. */
const dispositionOf = (fileName: string): string => {
  const plain = fileName
    .normalize('NFKD')
    .replace(/[^\x20-\x7E]/g, '')
    .replace(/["\\%;]/g, '_')
    // Nothing before the extension is left of a name without Latin letters, and a name of an extension alone is hidden.
    .replace(/^\s*\./, 'photo.')
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (char) => `%${char.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain || 'photo'}"; filename*=UTF-8''${encoded}`
}

let shared: MediaLinks | undefined
export const liveMediaLinks = (): MediaLinks => {
  shared ??= mediaLinks(
    {
      siteUrl: setting('SITE_URL'),
      keyPairId: setting('MEDIA_KEY_PAIR_ID'),
      privateKeyPem: async () => (await readSecret('MEDIA_KEY_SECRET_ID')).privateKeyPem,
    },
    systemClock,
  )
  return shared
}
