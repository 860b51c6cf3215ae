/**
 * What one share takes in Chromium: ten files, 50 MB together (`kMaxSharedFileCount`, `kMaxSharedFileBytes` in
 * chrome/browser/webshare/share_service_impl.h). Safari names no bounds; what it is given whole lies in a phone's memory, so
 * the same holds there.
 */
export const batchLimits = { files: 10, bytes: 50 * 1_024 ** 2 } as const

/** A photo with its file, as it goes to the phone. */
type Prepared<I> = { readonly item: I; readonly file: File }

export type Batch<I> = {
  /** To be saved with one press. */
  readonly ready: readonly Prepared<I>[]
  /** Fetched already, and too large for this batch: the first of the next one. */
  readonly carried: Prepared<I> | undefined
  /** Not looked at yet. */
  readonly waiting: readonly I[]
  /** Those that could not be fetched: tried again when the others are saved. */
  readonly failed: readonly I[]
  /** Those that the phone takes into no library: RAW files, and what is too large for a share. Saved one by one. */
  readonly apart: readonly I[]
}

type Preparing<I> = {
  /** What is left of the batch before. */
  readonly rest: Pick<Batch<I>, 'carried' | 'waiting' | 'failed' | 'apart'>
  readonly fetchFile: (item: I, signal: AbortSignal) => Promise<File>
  readonly canShare: (files: readonly File[]) => boolean
  readonly signal: AbortSignal
  readonly onFetched: (files: number) => void
}

/**
 * Fetches as many photos as one share takes. One that fails or cannot be shared stops no other.
 * @throws when it was cancelled; what was fetched for this batch is fetched anew then.
 */
export const nextBatch = async <I>({
  rest,
  fetchFile,
  canShare,
  signal,
  onFetched,
}: Preparing<I>): Promise<Batch<I>> => {
  const ready: Prepared<I>[] = rest.carried ? [rest.carried] : []
  const waiting = [...rest.waiting]
  const failed = [...rest.failed]
  const apart = [...rest.apart]
  let bytes = rest.carried?.file.size ?? 0
  let carried: Prepared<I> | undefined
  onFetched(ready.length)
  while (ready.length < batchLimits.files && carried === undefined) {
    const item = waiting.shift()
    if (item === undefined) break
    signal.throwIfAborted()
    const file = await fetchFile(item, signal).catch(() => undefined)
    signal.throwIfAborted()
    if (!file) failed.push(item)
    else if (file.size > batchLimits.bytes || !canShare([file])) apart.push(item)
    else if (bytes + file.size > batchLimits.bytes || !canShare([...ready.map((each) => each.file), file]))
      carried = { item, file }
    else {
      ready.push({ item, file })
      bytes += file.size
      onFetched(ready.length)
    }
  }
  return { ready, carried, waiting, failed, apart }
}
