import type { Picture } from '#schema/api/views.ts'

type Source = Picture['sources'][number]

/** A text of its own: what is cut out of another one would keep the whole of that. */
const flat = (text: string) => String(JSON.parse(JSON.stringify(text)))

const shared = new Map<string, string>()
/** One text for all that are equal. */
const once = (text: string): string => {
  const known = shared.get(text)
  if (known !== undefined) return known
  if (shared.size > 100) shared.clear()
  const own = flat(text)
  shared.set(own, own)
  return own
}

/** An address in parts: the folder of a photo, one of a few names, and a signature, which is one for a whole gallery. */
class Address {
  readonly #stem: string
  readonly #name: string
  readonly #tail: string
  constructor(url: string, stem: string) {
    const end = url.includes('?') ? url.indexOf('?') : url.length
    this.#stem = url.startsWith(stem) ? stem : ''
    this.#name = once(url.slice(this.#stem.length, end))
    this.#tail = once(url.slice(end))
  }
  get url() {
    return `${this.#stem}${this.#name}${this.#tail}`
  }
}

class KeptSource extends Address implements Source {
  readonly kind: Source['kind']
  readonly format: Source['format']
  readonly width: number
  readonly height: number
  constructor({ url, kind, format, width, height }: Source, stem: string) {
    super(url, stem)
    this.kind = kind
    this.format = format
    this.width = width
    this.height = height
  }
}

class KeptPicture implements Picture {
  readonly sources: KeptSource[]
  readonly width: number
  readonly height: number
  readonly thumbhash: string
  readonly #image: Address
  readonly #thumbnail: Address
  constructor({ imageUrl, thumbnailUrl, sources, width, height, thumbhash }: Picture) {
    const [head = ''] = imageUrl.split('?')
    const stem = flat(head.slice(0, head.lastIndexOf('-') + 1))
    this.#image = new Address(imageUrl, stem)
    this.#thumbnail = new Address(thumbnailUrl, stem)
    this.sources = sources.map((source) => new KeptSource(source, stem))
    this.width = width
    this.height = height
    this.thumbhash = thumbhash
  }
  get imageUrl() {
    return this.#image.url
  }
  get thumbnailUrl() {
    return this.#thumbnail.url
  }
  isLike(other: KeptPicture) {
    return (
      this.thumbhash === other.thumbhash &&
      this.imageUrl === other.imageUrl &&
      this.thumbnailUrl === other.thumbnailUrl &&
      this.sources.length === other.sources.length &&
      this.sources.every(({ url }, index) => url === other.sources[index]?.url)
    )
  }
}

/**
 * The same photos, to be kept by the thousand: nine tenths of a photo's answer are its addresses, and nine tenths of an
 * address is one signature.
 */
export const withKeptPictures = <P extends { items: { picture: Picture | null }[] }>(page: P): P => ({
  ...page,
  items: page.items.map((photo) => ({ ...photo, picture: photo.picture && new KeptPicture(photo.picture) })),
})

/** Of an answer that comes again: whatever is equal stays the same object, so that nothing is drawn anew for it. */
export const sameWhereEqual = (before: unknown, after: unknown): unknown => {
  if (before === after) return before
  if (before instanceof KeptPicture && after instanceof KeptPicture) return before.isLike(after) ? before : after
  if (Array.isArray(before) && Array.isArray(after)) {
    const all = after.map((each, index) => sameWhereEqual(before[index], each))
    return all.length === before.length && all.every((each, index) => each === before[index]) ? before : all
  }
  if (isPlain(before) && isPlain(after)) {
    const all = Object.entries(after).map(([name, each]) => [name, sameWhereEqual(before[name], each)] as const)
    const isSame = all.length === Object.keys(before).length && all.every(([name, each]) => each === before[name])
    return isSame ? before : Object.fromEntries(all)
  }
  return after
}
const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
