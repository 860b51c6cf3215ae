import type { OwnPhoto } from '#schema/api/photos.ts'
import type { GalleryId, PhotoId, SetId } from '#schema/ids.ts'
import { titleFromFileName } from '#schema/upload-rules.ts'
import { photoPriceOf, priceProblem } from './photo-price.ts'

export type UploadStatus = 'pending' | 'uploading' | 'success' | 'error'

const words = ['title', 'description', 'price'] as const
type Word = (typeof words)[number]

/** One file in the list, as it is kept through a reload: everything but the file itself. */
export type KeptItem = {
  key: string
  fileName: string
  bytes: number
  /** Of the file, in milliseconds: with name and size it tells one file from another. */
  lastModified: number
  /** In milliseconds of the clock; absent in a list that was kept before it was noted. */
  chosenAt?: number | undefined
  contentType: string
  title: string
  description: string
  /** Pounds, as typed. */
  price: string
  isPriceTyped: boolean
  status: UploadStatus
  /** Why it failed, or what there is to say of a photo that is in. */
  message: string | undefined
  /** Where it goes, from its start on; absent while it goes wherever it is sent next. */
  galleryId: GalleryId | undefined
  galleryTitle?: string | undefined
  /** The set that the folder it lay in would make, and the set that was made of it. */
  setName?: string | undefined
  setId?: SetId | undefined
  /** The gallery from whose earlier buyers of the whole it is kept; known still while it may go into another one. */
  exceptedFrom?: GalleryId | undefined
  /** All galleries whose photos were to be kept from those when this was kept; absent in a list of before that was noted. */
  exceptedIn?: readonly GalleryId[] | undefined
  /** What `exceptedFrom` was when its photo was allowed. */
  grantedFrom?: GalleryId | undefined
  /** Known once the server has allowed the upload. */
  photoId: PhotoId | undefined
  /** The file arrived and was no photo, or it is another one by now: trying again needs a new permission. */
  isRefused: boolean
  /** What was typed anew since the photo was allowed. */
  reworded?: readonly Word[] | undefined
  /** The tab whose list it is on. */
  tab?: string | undefined
}

/**
 * `file` is absent after a reload, and once it cannot be read, until the same file is chosen again. `isHeld`: left out, since the chosen gallery has
 * it already; not sent, and not kept through a reload. `isEdited`: somebody is in its fields, and may not have finished typing. `newer`: the row that a
 * newer file of its name would get, while nobody has said whether that is this photo, edited since, or another one. `isWatched`: its file came out of a watched folder, and is sent by itself.
 */
export type UploadItem = KeptItem & {
  progress: number
  file: File | undefined
  isHeld: boolean
  isEdited?: boolean | undefined
  newer?: UploadItem | undefined
  isWatched?: boolean | undefined
}

/**
 * Whether a photo that was recorded earlier says what is typed here; another price is another offer, and what earlier buyers
 * of the whole gallery get is another one, too.
 */
export const isSaidOf = (
  { title, description, price, isExcepted }: KeptItem & { isExcepted: boolean },
  photo: Pick<OwnPhoto, 'title' | 'description' | 'pricePence' | 'isExcepted'>,
): boolean =>
  photo.isExcepted === isExcepted &&
  priceProblem(price) === undefined &&
  photoPriceOf(price) === photo.pricePence &&
  title === photo.title &&
  description === photo.description

/** On the list, but not in a gallery. */
export const isUnfinished = ({ status, isHeld }: UploadItem): boolean => status !== 'success' && !isHeld

/** Waits for its file: one that has arrived needs it no longer. */
export const isWithoutFile = ({ file, status }: UploadItem): boolean =>
  !file && (status === 'pending' || status === 'error')

/** Its photo was allowed while it was to be kept from others, or from nobody: another one has to take its place. */
export const isOtherOffer = ({ photoId, exceptedFrom, grantedFrom }: KeptItem): boolean =>
  photoId !== undefined && exceptedFrom !== grantedFrom

/** A photo waits for its file, and says what is typed. One that says something else is not what is asked for. */
export const isAwaited = (item: UploadItem): boolean =>
  item.photoId !== undefined && !item.isRefused && !isOtherOffer(item) && (item.reworded ?? []).length === 0

/** What a tab claims: the same file into the same gallery, whichever tab sends it. */
export const claimOf = ({ galleryId, bytes, fileName }: KeptItem): string =>
  `upload ${galleryId ?? ''} ${bytes} ${fileName}`

type FileLike = Pick<File, 'name' | 'size' | 'lastModified'>
export const isSameFile = (item: KeptItem, file: FileLike): boolean =>
  item.fileName === file.name && item.bytes === file.size && item.lastModified === file.lastModified

/**
 * The row without its file, which could not be read any more or went with the page, when this one may be that file as it was changed since it was chosen: it has its name alone. An older
 * one of that name is another, since every camera calls its first picture the same; whether a newer one is, only its photographer knows.
 */
export const changedOf = (
  items: readonly UploadItem[],
  file: FileLike,
  chosen: readonly FileLike[],
): UploadItem | undefined => {
  const rows = items.filter((item) => isWithoutFile(item) && item.fileName === file.name)
  const [row] = rows
  // Of a camera whose clock is ahead every file is newer than the choice, and says nothing.
  const isChanged = row?.chosenAt !== undefined && row.lastModified <= row.chosenAt && file.lastModified > row.chosenAt
  return isChanged && rows.length === 1 && !chosen.some((each) => isSameFile(row, each)) ? row : undefined
}

export const itemOf = (
  file: File,
  { key, price, chosenAt }: Pick<UploadItem, 'key' | 'price' | 'chosenAt'>,
): UploadItem => ({
  key,
  fileName: file.name,
  bytes: file.size,
  lastModified: file.lastModified,
  chosenAt,
  contentType: file.type,
  title: titleFromFileName(file.name),
  description: '',
  price,
  isPriceTyped: false,
  status: 'pending',
  message: undefined,
  galleryId: undefined,
  photoId: undefined,
  isRefused: false,
  progress: 0,
  file,
  isHeld: false,
})

type Chosen = { file: File; chosenAt: number; isWatched: boolean | undefined }
/** A row with the file that it waited for. Of another size or date, it needs another photo than the one that was allowed for the first. */
export const withFile = (item: UploadItem, { file, chosenAt, isWatched }: Chosen) => ({
  ...freed(item),
  file,
  chosenAt,
  ...(!isSameFile(item, file) && {
    bytes: file.size,
    lastModified: file.lastModified,
    contentType: file.type,
    isRefused: item.photoId !== undefined,
  }),
  isWatched,
  status: 'pending' as const,
  message: undefined,
  newer: undefined,
})

/** What is typed into a row. Of a photo that was allowed already, it is noted what was typed anew. */
export const typedInto = (
  { photoId, reworded = [] }: UploadItem,
  changes: Partial<Pick<UploadItem, Word>>,
): Partial<UploadItem> => ({
  ...changes,
  ...(changes.price !== undefined && { isPriceTyped: true }),
  ...(photoId && { reworded: words.filter((word) => reworded.includes(word) || changes[word] !== undefined) }),
})

export const keptOf = ({
  progress: _progress,
  file: _file,
  isHeld: _isHeld,
  isEdited: _isEdited,
  newer: _newer,
  isWatched: _isWatched,
  ...kept
}: UploadItem): KeptItem => kept
/** It goes wherever it is sent next, unless a gallery has a photo that waits for it. */
export const freed = <T extends KeptItem>(item: T): T =>
  item.photoId === undefined ? { ...item, galleryId: undefined, galleryTitle: undefined } : item
/** As if it had never been sent. */
export const unsent = (item: UploadItem): UploadItem =>
  freed({
    ...item,
    photoId: undefined,
    isRefused: false,
    reworded: [],
    status: 'pending',
    message: undefined,
    isEdited: undefined,
    newer: undefined,
  })
/** To be sent where it went, as it was: with the photo that was allowed for it, unless that is gone by then. */
export const inLineAgain = (item: UploadItem, key: string): UploadItem => ({
  ...item,
  key,
  status: 'pending',
  progress: 0,
  message: undefined,
  newer: undefined,
})
/** What was under way when the page went is to be done again. */
export const restored = (kept: KeptItem): UploadItem => ({
  ...freed(kept),
  status: kept.status === 'uploading' ? 'pending' : kept.status,
  progress: 0,
  file: undefined,
  isHeld: false,
})

/** Where a photo stands that has arrived; `undefined` while it is still being made ready. */
export const outcomeOf = (
  photo: Pick<OwnPhoto, 'state' | 'reason'>,
): Pick<UploadItem, 'status' | 'progress' | 'message' | 'isRefused'> | undefined => {
  switch (photo.state) {
    case 'pending':
      return undefined
    case 'ready':
    case 'kept':
    case 'taken_down':
      return { status: 'success', progress: 100, message: photo.reason ?? undefined, isRefused: false }
    case 'failed':
    case 'deleted':
      return {
        status: 'error',
        progress: 0,
        message: photo.reason ?? 'This photo could not be made ready.',
        isRefused: true,
      }
  }
}
