import { eachPage } from '#functions/shared/table/pages.ts'
import { removeAll } from '#functions/shared/table/remove-all.ts'
import type { Check, Item, Key, Table, Write } from '#functions/shared/table/writes.ts'
import { is, keyOf, put, remove, update } from '#functions/shared/table/writes.ts'
import { Photo } from '#schema/entities/photo.ts'
import { type GalleryId, PhotoId } from '#schema/ids.ts'
import { backwards } from './newest-first.ts'
import { closeness, folded } from './photo-numbers.ts'
import { photoKeys } from './photo-writes.ts'

type Numbers = NonNullable<Photo['numbersRead']>['numbers']
type Placed = Pick<Photo, 'id' | 'galleryId'>
type Numbered = Placed & Pick<Photo, 'numbersRead'>

/** Of a crowd's photo, those read surest. With the places of unsure ones this stays below a transaction's 100 writes. */
const mostNumbers = 24
const mostUnsure = 12
/** Of the hardest photos of `bench/numbers`, 29 of 35 readings from here on were right, and 6 of 10 below. */
const sureConfidence = 0.95
const longestNumber = 6
/** Photos of a number on one page, and doubtful readings that are looked at in each of two ranges. */
const exactAtOnce = 60
const nearAtOnce = 200

/** Where a neighbour of a number with so many characters agrees with it: one half of it, or all that is not hidden. */
const ends = (number: string) => {
  const [plain, head] = [folded(number), Math.max(1, Math.floor(number.length / 2))]
  const back = [...plain].toReversed().join('')
  return { head: plain.slice(0, head), tail: back.slice(0, number.length - head || 1) }
}

const numberKeys = {
  numbers: (galleryId: GalleryId) => `PHOTONUMBERS#${galleryId}`,
  /** By number, newest photo first. */
  exact: (text: string) => `IS#${text}#`,
  /** Doubtful readings, by how long the number is that they may be of; then from their beginning, or from their end. */
  head: (length: number, text: string) => `HEAD#${length}#${text}`,
  tail: (length: number, text: string) => `TAIL#${length}#${text}`,
}

/** Every place of a photo by what was read in it. */
const placesOf = ({ id, galleryId }: Placed, numbers: Numbers): { key: Key; text: string }[] => {
  const at = (sort: string, text: string) => ({
    key: { PK: numberKeys.numbers(galleryId), SK: `${sort}${backwards(id)}` },
    text,
  })
  const unsure = numbers.filter(({ isSure }) => !isSure).slice(0, mostUnsure)
  return [
    ...numbers.map(({ text }) => at(numberKeys.exact(text), text)),
    ...unsure.flatMap(({ text }) => {
      const plain = folded(text)
      const back = [...plain].toReversed().join('')
      // As long as it is, or one longer where a character is hidden.
      const lengths = [text.length, text.length + 1].filter((length) => length <= longestNumber)
      return lengths.flatMap((length) => [
        at(`${numberKeys.head(length, plain)}#${text}#`, text),
        at(`${numberKeys.tail(length, back)}#${text}#`, text),
      ])
    }),
  ]
}

/** Nobody read it since: of two who do so at once, one keeps what it found, and its places alone stand. */
const readAsSeen = ({ numbersRead }: Pick<Photo, 'numbersRead'>): Readonly<Record<string, Check>> =>
  numbersRead === null
    ? { numbersRead: is.absentOr(is.equal(null)) }
    : { 'numbersRead.etag': is.equal(numbersRead.etag) }

const keysOf = (photo: Numbered): Key[] => placesOf(photo, photo.numbersRead?.numbers ?? []).map(({ key }) => key)

export const photoNumberWrites = {
  removed: (photo: Numbered): Write[] => keysOf(photo).map((key) => remove(key, 'always')),
}

/** Whether a photo of this gallery is on sale, and this was read in the file that is sold. */
export const showsNumber = (photo: Photo, { galleryId, text }: { galleryId: GalleryId; text: string }): boolean =>
  photo.galleryId === galleryId &&
  photo.state === 'ready' &&
  photo.numbersRead?.etag === photo.original?.etag &&
  photo.numbersRead?.numbers.some((each) => each.text === text) === true

/** Whether a photo on sale has a file in which no numbers were looked for. */
export const isUnread = ({
  state,
  original,
  numbersRead,
}: Pick<Photo, 'state' | 'original' | 'numbersRead'>): boolean =>
  state === 'ready' && original !== null && numbersRead?.etag !== original.etag

/** A photo that a reading leads to. */
export type NumberMatch = { id: PhotoId; text: string; place: string }

/** The numbers of a gallery's photos; see decision 137. */
export const photoNumberStore = (table: Table) => ({
  /**
   * Keeps what was read in a photo's file, an empty list too. Repeating it changes nothing, and a second reading takes the
   * place of the first.
   * @param found Normalised, surest first, each once; the first 24 are kept.
   * @returns `false`, and nothing is kept, when the photo is on sale no more, has another file by now, or was read
   * by another meanwhile.
   */
  async saveNumbers(photo: Photo, found: readonly { text: string; confidence: number }[]): Promise<boolean> {
    if (photo.original === null) return false
    const numbers = found.slice(0, mostNumbers).map(({ text, confidence }) => ({
      text,
      // Letters that look like digits are digits more often than not.
      isSure: confidence >= sureConfidence && folded(text) === text,
    }))
    const { etag } = photo.original
    const saved = await table.transact([
      update(photoKeys.photo(photo.id), {
        set: { numbersRead: { etag, numbers } },
        when: { state: is.equal('ready'), 'original.etag': is.equal(etag), ...readAsSeen(photo) },
      }),
      ...placesOf(photo, numbers).map(({ key, text }) => put({ ...key, photoId: photo.id, text }, 'always')),
    ])
    if (!saved.ok) return false
    // Old places after new ones: what leads to a photo that does not say so is passed over.
    const kept = new Set(placesOf(photo, numbers).map(({ key }) => key.SK))
    const old = keysOf(photo).filter(({ SK }) => !kept.has(SK))
    if (old.length > 0) await table.transact(old.map((key) => remove(key, 'always')))
    return true
  },

  /** Keeps nothing of what was read in a photo; it is unread again. Repeating it changes nothing. */
  async forgetNumbersOf(id: PhotoId): Promise<void> {
    const item = await table.get(photoKeys.photo(id))
    const photo = item && Photo.parse(item)
    if (photo) await forget(table, photo)
  },

  /**
   * The same of all photos of a gallery, a hundred places at a time. What breaks off is done when it is called again, and what
   * a place says is gone with it, so that none is met twice.
   */
  async forgetNumbers(galleryId: GalleryId, mayGoOn: () => void = () => {}): Promise<void> {
    const partition = numberKeys.numbers(galleryId)
    const read = (after?: Item) => table.query({ partition, limit: 100, after })
    for await (const { items } of eachPage(read)) {
      mayGoOn()
      const ids = [...new Set(items.map((item) => matchOf(item).id))]
      const photos = await table.getMany(ids.map((id) => photoKeys.photo(id)))
      for (const photo of photos) await forget(table, Photo.parse(photo))
      // Those that led to nothing.
      if (items.length > 0) {
        await table.transact(items.map((item) => remove(keyOf(item), 'always')))
      }
    }
  },

  /** Photos in which exactly this was read, newest first. */
  async readExact(galleryId: GalleryId, number: string, { behind }: { behind?: string | undefined } = {}) {
    const partition = numberKeys.numbers(galleryId)
    const { items, next } = await table.query({
      partition,
      sort: { beginsWith: numberKeys.exact(number) },
      consistent: false,
      limit: exactAtOnce,
      ...(behind !== undefined && { after: { PK: partition, SK: behind } }),
    })
    return { matches: items.map(matchOf), isMore: next !== undefined }
  },

  /** Doubtful readings that may be this number, newest photo first, each photo once; of at most 400 that share an end with it. */
  async readNear(galleryId: GalleryId, number: string): Promise<NumberMatch[]> {
    const partition = numberKeys.numbers(galleryId)
    const { head, tail } = ends(number)
    const ranges = [numberKeys.head(number.length, head), numberKeys.tail(number.length, tail)]
    const pages = await Promise.all(
      ranges.map((range) =>
        table.query({ partition, sort: { beginsWith: range }, consistent: false, limit: nearAtOnce }),
      ),
    )
    const near = pages
      .flatMap(({ items }) => items.map(matchOf))
      .filter(({ text }) => closeness(number, text) === 'near')
    const newestFirst = near.toSorted((a, b) => (backwards(a.id) < backwards(b.id) ? -1 : 1))
    return newestFirst.filter(({ id }, index) => newestFirst.findIndex((each) => each.id === id) === index)
  },

  /** Removes all numbers of a gallery that is gone. */
  clearPhotoNumbers: (galleryId: GalleryId, mayGoOn?: () => void): Promise<void> =>
    removeAll(table, { partition: numberKeys.numbers(galleryId) }, mayGoOn),
})

/** Its places go with what it says of itself; an empty reading is nobody's, and spares the next one. */
const forget = async (table: Table, photo: Photo): Promise<void> => {
  if (photo.numbersRead === null || photo.numbersRead.numbers.length === 0) return
  await table.transact([
    update(photoKeys.photo(photo.id), { set: { numbersRead: null }, when: readAsSeen(photo) }),
    ...photoNumberWrites.removed(photo),
  ])
}

const matchOf = ({ SK, photoId, text }: Item): NumberMatch => ({
  id: PhotoId.parse(photoId),
  text: String(text),
  place: String(SK),
})
