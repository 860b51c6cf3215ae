import { useCallback, useEffect, useRef, useState } from 'react'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { type OrderView, orders } from '#schema/api/orders.ts'
import { fileSizeOf } from './file-size.ts'
import { type Batch, nextBatch } from './phone-batches.ts'
import { keyOf, othersOf, usePhoneProgress } from './phone-progress.ts'
import { canShare } from './photo-library.ts'
import { countFiles, filesOf, type Savable } from './saved-files.ts'

type Size = 'original' | 'web'

export type Saving =
  | { kind: 'idle' }
  | { kind: 'preparing'; fetched: number }
  | { kind: 'ready'; batch: Batch<Savable>; isRefused: boolean }
  /** Nothing is left to be fetched: `batch` says what could not be. */
  | { kind: 'over'; batch: Batch<Savable> }

const nothing: Batch<Savable> = { ready: [], carried: undefined, waiting: [], failed: [], apart: [] }

const fetchFile = (orderId: string, size: Size) => async (item: Savable, signal: AbortSignal) => {
  const link = await callEndpoint(
    orders.endpoints.download,
    {
      params: { orderId, line: item.line },
      body: { size: fileSizeOf(item, size), ...(item.file !== undefined && { file: item.file }) },
    },
    { signal },
  )
  const response = await fetch(link.url, { credentials: 'omit', signal })
  if (!response.ok) throw new Error('A file of the order could not be fetched.')
  const blob = await response.blob()
  return new File([blob], link.fileName, { type: blob.type })
}

type Asked = { order: Pick<OrderView, 'id' | 'number'>; items: readonly Savable[]; size: Size }

/**
 * Saves photos into the phone's library, a batch at a time: a share has to follow a press at once
 * (w3.org/TR/web-share, "transient activation"), so files are fetched before the press and not after it. What was saved stays
 * saved, whatever happens to the rest, and is known when the page is opened again.
 */
export const usePhoneSaving = ({ order, items, size }: Asked) => {
  const [state, setState] = useState<Saving>({ kind: 'idle' })
  const progress = usePhoneProgress(order.number)
  const savedKeys = progress.savedIn(size)
  /** Downloaded as files instead, without looking at them anew. */
  const apart = progress.apartIn(size).flatMap(({ line, file, title, hasWebSize }): Savable[] => {
    const item = items.find((each) => each.line === line)
    return item ? [{ ...item, title, hasWebSize, fileCount: 1, ...(file !== undefined && { file }) }] : []
  })
  const known: ReadonlySet<string> = new Set([...savedKeys, ...apart.map(keyOf)])
  const left = othersOf(items, known)
  /** What says how far it is. Once it is given up, as for another size, nothing more is heard of it. */
  const running = useRef<AbortController>(undefined)
  const giveUp = useCallback(() => {
    running.current?.abort()
    running.current = undefined
  }, [])
  useEffect(() => giveUp, [giveUp])
  const reset = () => {
    giveUp()
    setState({ kind: 'idle' })
  }

  const prepare = async (rest: Batch<Savable>, isAnySaved = savedKeys.size > 0) => {
    const controller = new AbortController()
    running.current = controller
    const show = (next: Saving) => {
      if (running.current === controller) setState(next)
    }
    show({ kind: 'preparing', fetched: 0 })
    try {
      const files = await filesOf(order.id, rest.waiting, controller.signal)
      const batch = await nextBatch({
        rest: { ...rest, waiting: files.filter((file) => !known.has(keyOf(file))) },
        fetchFile: fetchFile(order.id, size),
        canShare,
        signal: controller.signal,
        onFetched: (fetched) => show({ kind: 'preparing', fetched }),
      })
      progress.noteApart(size, batch.apart)
      show(batch.ready.length > 0 ? { kind: 'ready', batch, isRefused: false } : { kind: 'over', batch })
    } catch (thrown) {
      // What this batch had is fetched again; what was saved before it is not.
      const left = leftOf(rest)
      if (controller.signal.aborted) {
        show(isAnySaved ? { kind: 'over', batch: left } : { kind: 'idle' })
        return
      }
      logWarning('photos_not_prepared', { error: errorName(thrown) })
      show({ kind: 'over', batch: { ...left, waiting: [], failed: [...left.failed, ...left.waiting] } })
    }
  }

  const save = async ({ batch }: Extract<Saving, { kind: 'ready' }>) => {
    const run = running.current
    const isGivenUp = () => running.current !== run
    try {
      await navigator.share({ files: batch.ready.map(({ file }) => file) })
    } catch (thrown) {
      // The sheet was closed, or the phone refused: the photos are still here, and the button too.
      if (errorName(thrown) !== 'AbortError') logWarning('photos_not_shared', { error: errorName(thrown) })
      if (!isGivenUp()) setState({ kind: 'ready', batch, isRefused: true })
      return
    }
    progress.note(
      size,
      batch.ready.map(({ item }) => keyOf(item)),
    )
    if (isGivenUp()) return
    const isMore = batch.waiting.length > 0 || batch.carried !== undefined
    if (isMore) await prepare({ ...batch, ready: [] }, true)
    else setState({ kind: 'over', batch: { ...batch, ready: [] } })
  }

  return {
    state,
    /** How many photos the phone took, now or when this page was open before. */
    saved: countFiles(items) - countFiles(othersOf(items, savedKeys)),
    /** How many are to be prepared. */
    left: countFiles(left),
    apart,
    stop: () => running.current?.abort(),
    begin: () => prepare({ ...nothing, waiting: left }),
    /** Fetches once more what could not be had. */
    again: ({ batch }: Extract<Saving, { kind: 'over' }>) =>
      prepare({ ...batch, waiting: [...batch.waiting, ...batch.failed], failed: [] }),
    save,
    reset,
    /** All are to be saved once more. Answers with what takes that back. */
    startOver: () => {
      progress.forget(size)
      reset()
      return () => {
        progress.note(size, [...savedKeys])
        reset()
      }
    },
  }
}

/** What a cancelled batch leaves: all that was not saved waits. */
const leftOf = (rest: Batch<Savable>): Batch<Savable> => ({
  ...rest,
  ready: [],
  carried: undefined,
  waiting: [...(rest.carried ? [rest.carried.item] : []), ...rest.waiting],
})
