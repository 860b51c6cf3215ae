import type { BucketName, StoredObject } from '#functions/shared/storage/storage.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import type { GalleryId, UserId } from '#schema/ids.ts'

/** A file in storage, or a text that is made for the zip. */
type Content =
  | { readonly kind: 'stored'; readonly bucket: BucketName; readonly object: StoredObject }
  | { readonly kind: 'text'; readonly text: () => Promise<string> }

/** One file of a zip. */
export type ZipFile = {
  /** Where it stands in the list of all files: of two, the later one has the greater place. The same whenever it is asked for. */
  readonly place: string
  /** What it takes, as well as that is known before it is opened. */
  readonly plannedBytes: () => Promise<number>
  /**
   * What it is called, with its folder where it has one, and where it lies; `undefined` where it cannot be had. Two files may be
   * called the same.
   */
  readonly find: () => Promise<{ readonly name: string; readonly content: Content } | undefined>
  /** Its name alone, with as little asked for as possible. */
  readonly findName: () => Promise<string | undefined>
  /** Whose sale its delivery counts for, and of which gallery; absent where nothing is counted. */
  readonly sale?: { readonly photographerId: UserId; readonly galleryId: GalleryId }
  /** For the log, where it is missing: ids of ours alone. */
  readonly about: Readonly<Record<string, string>>
}

type Ready = { readonly files: number; readonly parts: number; readonly keptUntil: string }

/** All that is packed for one owner. */
export type ZipSource = {
  /** Differs whenever other files are to be packed than before. */
  readonly contents: string
  /** The date of every file in the zip, so that a zip that is made twice is the same. */
  readonly dated: Date
  /**
   * All files in the order of their places. Those up to and with `after` are asked for their names alone; where no name
   * depends on them, they may be left out.
   */
  readonly files: (after?: string) => AsyncIterable<ZipFile>
  /** What tells its owner that all of it is packed, as part of the transaction that says so. */
  readonly tellReady: (ready: Ready) => readonly Write[]
}
