import { useEffect, useRef, useState } from 'react'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { orders } from '#schema/api/orders.ts'
import { fileSizeOf } from './file-size.ts'
import { type Batch, nextBatch } from './phone-batches.ts'
import { filesOf, type Savable } from './saved-files.ts'

type Size = 'original' | 'web'

/** `saved` counts the photos that the phone took. */
export type Saving =
  | { kind: 'idle' }
  | { kind: 'preparing'; saved: number; fetched: number }
  | { kind: 'ready'; saved: number; batch: Batch<Savable>; isRefused: boolean }
  /** Nothing is left to be fetched: `batch` says what could not be. */
  | { kind: 'over'; saved: number; batch: Batch<Savable> }

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

export const canShare = (files: readonly File[]): boolean =>
  typeof navigator.canShare === 'function' && navigator.canShare({ files: [...files] })

/**
 * Saves photos into the phone's library, a batch at a time: a share has to follow a press at once
 * (w3.org/TR/web-share, "transient activation"), so files are fetched before the press and not after it. What was saved stays
 * saved, whatever happens to the rest.
 */
export const usePhoneSaving = (orderId: string) => {
  const [state, setState] = useState<Saving>({ kind: 'idle' })
  const running = useRef<AbortController>(undefined)
  const stop = () => running.current?.abort()
  useEffect(() => () => running.current?.abort(), [])

  const prepare = async (size: Size, rest: Batch<Savable>, saved: number) => {
    const controller = new AbortController()
    running.current = controller
    setState({ kind: 'preparing', saved, fetched: 0 })
    try {
      const waiting = await filesOf(orderId, rest.waiting, controller.signal)
      const batch = await nextBatch({
        rest: { ...rest, waiting },
        fetchFile: fetchFile(orderId, size),
        canShare,
        signal: controller.signal,
        onFetched: (fetched) => setState({ kind: 'preparing', saved, fetched }),
      })
      setState(
        batch.ready.length > 0 ? { kind: 'ready', saved, batch, isRefused: false } : { kind: 'over', saved, batch },
      )
    } catch (thrown) {
      // What this batch had is fetched again; what was saved before it is not.
      const left = leftOf(rest)
      if (controller.signal.aborted) {
        setState(saved === 0 ? { kind: 'idle' } : { kind: 'over', saved, batch: left })
        return
      }
      logWarning('photos_not_prepared', { error: errorName(thrown) })
      setState({ kind: 'over', saved, batch: { ...left, waiting: [], failed: [...left.failed, ...left.waiting] } })
    }
  }

  const save = async (size: Size, { batch, saved }: Extract<Saving, { kind: 'ready' }>) => {
    try {
      await navigator.share({ files: batch.ready.map(({ file }) => file) })
    } catch (thrown) {
      // The sheet was closed, or the phone refused: the photos are still here, and the button too.
      if (errorName(thrown) !== 'AbortError') logWarning('photos_not_shared', { error: errorName(thrown) })
      setState({ kind: 'ready', saved, batch, isRefused: true })
      return
    }
    const now = saved + batch.ready.length
    const isMore = batch.waiting.length > 0 || batch.carried !== undefined
    if (isMore) await prepare(size, { ...batch, ready: [] }, now)
    else setState({ kind: 'over', saved: now, batch: { ...batch, ready: [] } })
  }

  return {
    state,
    stop,
    begin: (size: Size, items: readonly Savable[]) => prepare(size, { ...nothing, waiting: items }, 0),
    /** Fetches once more what could not be had. */
    again: (size: Size, { batch, saved }: Extract<Saving, { kind: 'over' }>) =>
      prepare(size, { ...batch, waiting: [...batch.waiting, ...batch.failed], failed: [] }, saved),
    save,
    reset: () => {
      stop()
      setState({ kind: 'idle' })
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
