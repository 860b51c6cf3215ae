import { codeOf } from '#frontend/shared/api/api-error.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { type Added, type Adding, fileAdder } from './add-files.ts'
import { findArrivedBefore } from './arrived-before.ts'
import { type Claim, createClaims } from './claims.ts'
import { type Connection, createConnection, type Line } from './connection.ts'
import { createEarlierBuyers, exceptedFrom, switchOf } from './earlier-buyers.ts'
import { fileSender, type UploadApi } from './file-sender.ts'
import { freeRows, isFree } from './free-rows.ts'
import { lostTo, newerFiles } from './newer-files.ts'
import { type Arrived, createPhotoPolling } from './photo-polling.ts'
import { photoWithdrawal } from './photo-withdrawal.ts'
import { FileUnreadable, type PutFile } from './put-file.ts'
import { createRateLimitBackoff } from './rate-limit-backoff.ts'
import { rowRemoval } from './row-removal.ts'
import { isAborted, messageOf } from './upload-failure.ts'
import {
  claimOf,
  freed,
  isAwaited,
  isUnfinished,
  outcomeOf,
  restored,
  typedInto,
  type UploadItem,
} from './upload-item.ts'
import { createUploadRows } from './upload-rows.ts'
import type { UploadStore } from './upload-store.ts'

export type Summary = { succeeded: number; failed: number }
type Parts = {
  api: UploadApi
  put: PutFile
  measure: (file: File) => Promise<{ width: number; height: number } | undefined>
  pause: (ms: number) => Promise<void>
  line: Line
  /** The clock, in milliseconds. */
  now: () => number
  store: UploadStore
  newKey: () => string
  claim: Claim
}
type Listener = {
  onFailed?: (item: UploadItem) => void
  /** Everything that was started is done. */
  onSettled?: (summary: Summary) => void
  /** The connection is lost: everything waits, and goes on by itself. */
  onOffline?: () => void
}
/**
 * A gallery that files are sent into, what they cost there, in pounds as typed, and whether they are kept out of whole
 * galleries that were bought before.
 */
export type Target = { id: GalleryId; title: string; price: string; isExcepted: boolean }

const { progress, concurrency } = limits.upload
/** While more files than these wait, so many are sent at once: a race is on sale the same evening. */
const many = { files: 100, concurrency: 4 } as const

const withoutFile = { file: undefined } as const
const failedFor = (thrown: unknown) => ({ status: 'error', progress: 0, message: messageOf(thrown) }) as const

/**
 * Files on their way into galleries: two at a time, four where they are many, each by a signed address straight into storage. Belongs to no page,
 * so it goes on while its user looks around.
 */
export const createUploadQueue = ({ api, put, measure, pause, line, now, newKey, claim, ...parts }: Parts) => {
  const earlierBuyers = createEarlierBuyers(parts.store)
  const { store } = earlierBuyers
  const rows = createUploadRows(store)
  const { find, become, patch, tell } = rows
  const { reprice, setPrice, putIntoSets } = freeRows(rows)
  let listener: Listener = {}
  let stops = 0
  let round: Summary = { succeeded: 0, failed: 0 }
  /** Started and not settled yet: waiting for a place, being sent, or being made ready. */
  const started = new Set<string>()
  const sending = new Map<string, AbortController>()

  const claims = createClaims(claim)
  const patience = createRateLimitBackoff({ pause, now, onChange: tell })
  const connection: Connection = createConnection({
    ...line,
    pause,
    onChange: (isLost) => {
      tell()
      if (isLost) listener.onOffline?.()
    },
  })
  const { ask, permit, send } = fileSender({
    api,
    put,
    measure,
    pause,
    connection,
    patience,
    report: (key, changes) => patch(key, changes),
  })
  const finishRound = () => {
    if (started.size > 0 || round.succeeded + round.failed === 0) return
    const summary = round
    round = { succeeded: 0, failed: 0 }
    listener.onSettled?.(summary)
  }

  const settle = (key: string, changes: Partial<UploadItem>) => {
    // Before anybody is told, so that who asks then whether it is busy hears what is true.
    started.delete(key)
    patch(key, changes)
    const item = find(key)
    if (item?.status === 'success') {
      round = { ...round, succeeded: round.succeeded + 1 }
      void store.drop(key)
    }
    if (item?.status === 'error') {
      round = { ...round, failed: round.failed + 1 }
      claims.giveBack(claimOf(item))
      listener.onFailed?.(item)
    }
    finishRound()
  }

  const still = {
    status: 'success',
    progress: progress.done,
    message: 'Still being made ready. It appears in the gallery by itself.',
  } as const
  const arrivals = createPhotoPolling({
    look: (photoIds) => ask(() => api.look(photoIds)),
    pause,
    underWay: () => started.size,
    onDone: (key, photo) => settle(key, (photo && outcomeOf(photo)) ?? still),
  })

  /** Holds no place, so the next file is on its way meanwhile. */
  const follow = (key: string, photo: Arrived) => {
    const outcome = outcomeOf(photo)
    const photoId = find(key)?.photoId
    if (outcome) settle(key, outcome)
    else if (photoId) {
      arrivals.follow(key, photoId)
      tell()
    }
  }

  /** What is in a gallery is done with, as what was ready before a reload is. */
  const takeArrived = (key: string, photo: Arrived) => {
    const outcome = outcomeOf(photo)
    if (outcome?.status === 'success') {
      void store.drop(key)
      become(rows.all().filter((item) => item.key !== key))
    } else if (outcome) patch(key, outcome)
    else {
      follow(key, photo)
      started.add(key)
      patch(key, { status: 'uploading', progress: progress.confirmed, message: undefined })
    }
  }

  /** Whatever waits is free again. What is being sent, or made ready, finds out by itself; until then nobody can type into it. */
  const stop = () => {
    const stopped = [...started].filter((key) => !sending.has(key) && !arrivals.has(key))
    for (const key of stopped) started.delete(key)
    stops += 1
    for (const key of stopped) {
      const item = find(key)
      if (!item) continue
      claims.giveBack(claimOf(item))
      patch(key, { ...freed(item), status: 'pending', progress: 0 })
    }
  }

  const withdrawal = photoWithdrawal({ api, patience, claims, rows: rows.all })

  const run = async (item: UploadItem, file: File) => {
    const { key } = item
    const control = new AbortController()
    sending.set(key, control)
    patch(key, { status: 'uploading', progress: progress.start, message: undefined })
    let arrived: Arrived | undefined
    try {
      await withdrawal.ended(item.photoId)
      if (control.signal.aborted) return
      await claims.take(claimOf(item))
      const permission = await permit(item, file, control.signal)
      if (control.signal.aborted) return
      arrived = 'upload' in permission ? await send(key, permission, file, control.signal) : permission
      patch(key, { progress: progress.confirmed })
    } catch (thrown) {
      sending.delete(key)
      if (codeOf(thrown) === 'unauthenticated') stop()
      else if (!isAborted(thrown)) {
        settle(key, { ...failedFor(thrown), ...(thrown instanceof FileUnreadable && withoutFile) })
      }
    } finally {
      sending.delete(key)
      pump()
    }
    if (arrived && !control.signal.aborted) follow(key, arrived)
  }

  const pump = () => {
    const most = started.size > many.files ? many.concurrency : concurrency
    for (const item of rows.all()) {
      if (sending.size >= most) return
      const { key, status, file, isEdited } = item
      // Half a price is no price.
      if (status === 'pending' && file && !isEdited && started.has(key) && !sending.has(key)) void run(item, file)
    }
  }

  /** @param target Absent: each goes where it was to go before. */
  const begin = (keys: readonly string[], target?: Target) => {
    for (const key of keys) {
      const item = find(key)
      if (!item?.file || item.isHeld || started.has(key)) continue
      const placed = target &&
        isFree(item) && {
          galleryId: target.id,
          galleryTitle: target.title,
          exceptedFrom: exceptedFrom(target),
          ...(!item.isPriceTyped && { price: target.price }),
        }
      started.add(key)
      patch(key, { status: 'pending', progress: 0, message: undefined, ...placed })
    }
    pump()
  }

  /** Its file is gone: nothing of it can be sent any more. */
  const lose = (key: string) => {
    sending.get(key)?.abort()
    if (started.has(key)) settle(key, { ...failedFor(new FileUnreadable()), ...withoutFile })
    else patch(key, withoutFile)
  }

  const newer = newerFiles({ ...rows, reprice })

  const takeOff = rowRemoval({
    rows,
    store,
    claims,
    started,
    sending,
    arrivals,
    newKey,
    withdraw: withdrawal.withdraw,
    keepNewer: newer.keep,
    onGone: () => {
      // Whoever removes a row is told of that first, and of the sum after it.
      queueMicrotask(finishRound)
      pump()
    },
    meanwhile: earlierBuyers.meanwhile,
    goOn: (key, hasArrived) => (hasArrived ? takeArrived(key, { state: 'pending', reason: null }) : begin([key])),
    onBack: reprice,
  })

  const leave = (key: string) => {
    if (!find(key)?.isEdited) return
    patch(key, { isEdited: undefined })
    pump()
  }

  const leaveAll = (but?: string) => {
    for (const { key } of rows.all()) if (key !== but) leave(key)
  }

  const retry = (keys: readonly string[]) => {
    leaveAll()
    begin(keys)
  }

  const addFiles = fileAdder({ rows, newKey, now, isStarted: (key) => started.has(key) })

  return {
    snapshot: rows.all,
    subscribe: rows.subscribe,
    /** One at a time: the page that is shown. */
    listen: (next: Listener) => {
      listener = next
    },
    /** Brings back the list of before a reload; files that have not arrived have to be chosen again. */
    restore: async () => {
      const kept = await store.load()
      const known = new Set(rows.all().map((item) => item.key))
      const isNew = earlierBuyers.takeOver(kept)
      const before = kept.filter((item) => !known.has(item.key)).map(restored)
      const back = before.map(earlierBuyers.asSaidHere)
      become([...back, ...rows.all()])
      if (isNew || back.some((item, n) => item !== before[n])) rows.keepAll()
      reprice()
      const awaited = () => rows.all().filter((item) => isAwaited(item) && !item.newer && !started.has(item.key))
      // Without an answer they wait for their files.
      void findArrivedBefore({ api, ask, rows: awaited, onArrived: takeArrived }).catch(() => undefined)
    },
    /** Before files are put on the list: finds out which rows of their names have lost their own, because they were written anew. */
    findLost: async (files: readonly File[]) => {
      const waiting = () => rows.all().filter((item) => isUnfinished(item) && !arrivals.has(item.key))
      const lost = await lostTo(
        waiting().map((item) => item.newer ?? item),
        files,
      )
      for (const { key, file } of lost) {
        if (waiting().some((item) => item.key === key && item.file === file)) lose(key)
        newer.drop(key)
      }
    },
    /** Puts files on the list; those of an earlier list find their places again, doubles are left out. */
    add: (files: readonly File[], about: Adding): Added => {
      const result = addFiles(files, about)
      reprice()
      return result
    },
    /** Newer files are the photos whose names they have, edited since; without `keys` all of them. */
    takeNewer: newer.take,
    /** Newer files are other photos. */
    partNewer: newer.part,
    /** A photo that waits for this file says what it was asked for with, until the file is sent again. */
    edit: (key: string, changes: Partial<Pick<UploadItem, 'title' | 'description' | 'price'>>) => {
      const item = find(key)
      if (item) patch(key, typedInto(item, changes))
    },
    /** Somebody is in the fields of a row: it is not sent before they have left it. */
    enter: (key: string) => {
      leaveAll(key)
      if (!find(key)?.isEdited) patch(key, { isEdited: true })
    },
    leave,
    /** Whoever has pressed a button has finished typing, also where the browser leaves the focus in the field. */
    leaveAll: () => leaveAll(),
    setPrice,
    putIntoSets,
    /** Whether what still waits for this gallery, or failed on its way there, is kept from who bought the whole of it before. */
    except: (galleryId: GalleryId, isExcepted: boolean) => {
      const marked = exceptedFrom({ id: galleryId, isExcepted })
      earlierBuyers.say(galleryId, isExcepted)
      for (const item of rows.all()) {
        if (switchOf(item) === galleryId && item.status !== 'success' && !started.has(item.key))
          patch(item.key, { exceptedFrom: marked })
      }
      rows.keepAll()
      tell()
    },
    /** What was said last of photos that go into this gallery. */
    isExcepted: earlierBuyers.isExcepted,
    /** Takes a row off the list. Answers how to bring it back, unless its photo is in its gallery anyway. */
    remove: (key: string): ReturnType<typeof takeOff> | undefined => {
      const item = find(key)
      const undo = item && takeOff([item])
      return item?.status === 'success' ? undefined : undo
    },
    /** Takes off the list what is neither in a gallery nor on its way. Answers how to bring it back. */
    clearUnfinished: () => takeOff(rows.all().filter((item) => isUnfinished(item) && !started.has(item.key))),
    /** The photo that waits for this file already: it is asked whether it has come, instead of making a second one. */
    adopt: (key: string, target: Target, photoId: PhotoId) =>
      patch(key, {
        galleryId: target.id,
        galleryTitle: target.title,
        exceptedFrom: exceptedFrom(target),
        grantedFrom: exceptedFrom(target),
        photoId,
      }),
    /** Leaves out files that turn out to be in the gallery, unless they are wanted there again. Answers how many. */
    hold: (keys: ReadonlySet<string>): number => {
      const left = new Set([...keys].filter((key) => !started.has(key)))
      become(rows.all().map((item) => (left.has(item.key) ? { ...item, isHeld: true } : item)))
      for (const key of left) void store.drop(key)
      return left.size
    },
    /** Takes those that were left out back among the waiting. Answers their keys. */
    release: (changes: Pick<UploadItem, 'isWatched'> = {}): string[] => {
      const keys = rows
        .all()
        .filter(({ isHeld }) => isHeld)
        .map(({ key }) => key)
      for (const key of keys) patch(key, { isHeld: false, ...changes })
      return keys
    },
    /** Forgets those that were left out. */
    dropHeld: () => become(rows.all().filter(({ isHeld }) => !isHeld)),
    clearDone: () => become(rows.all().filter((item) => item.status !== 'success')),
    /** Sends all that wait into a gallery. */
    start: (target: Target) =>
      begin(
        rows
          .all()
          .filter((item) => item.status === 'pending' && !item.isHeld)
          .map((item) => item.key),
        target,
      ),
    /** Sends some that wait. */
    startSome: (keys: readonly string[], target: Target) => begin(keys, target),
    retry: (key: string) => retry([key]),
    retryFailed: () => {
      const failed = rows.all().filter(({ status }) => status === 'error')
      retry(failed.map(({ key }) => key))
    },
    /** Wait to be sent, with their files; not those that were left out. */
    idle: () =>
      rows
        .all()
        .filter(({ key, status, file, isHeld }) => status === 'pending' && file && !isHeld && !started.has(key)),
    /** How often everything was stopped, since nothing could go on before its user had signed in again. */
    stops: () => stops,
    isBusy: () => started.size > 0,
    isStarted: (key: string) => started.has(key),
    /** Whether files would be lost with the page: those that have arrived, and are made ready, need it no longer. */
    isSending: () => [...started].some((key) => !arrivals.has(key)),
    /** Whether everything waits for the connection. */
    isOffline: connection.isLost,
    /** When it goes on after it was told to slow down, in milliseconds of the clock. */
    pausedUntil: patience.until,
  }
}
export type UploadQueue = ReturnType<typeof createUploadQueue>
