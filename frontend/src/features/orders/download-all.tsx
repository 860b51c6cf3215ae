import { FolderDown } from 'lucide-react'
import { Suspense, useCallback, useEffect, useRef, useState } from 'react'
import { saveBlob } from '#frontend/shared/download/save-blob.ts'
import { countOf, formatBytes } from '#frontend/shared/format/counts.ts'
import { warnBeforeUnload } from '#frontend/shared/forms/unload-warning.ts'
import { ErrorBoundary } from '#frontend/shared/lazy/error-boundary.tsx'
import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { Button } from '#frontend/ui/button.tsx'
import { focusHeading } from '#frontend/ui/focus-heading.ts'
import { Hidden, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { ProgressBar, Skeleton } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import type { OrderView } from '#schema/api/orders.ts'
import { limits } from '#schema/limits.ts'
import { bytesOfAll, type ZipProgress, zipOrder } from './browser-zip.ts'
import { hasFile } from './file-size.ts'
import { canSaveToLibrary } from './photo-library.ts'
import { useStartZips, useZips } from './queries.ts'

type Item = OrderView['items'][number]
type Size = 'original' | 'web'
type BrowserZip =
  | { kind: 'idle' | 'saved' | 'cancelled' }
  | { kind: 'busy'; size: Size; progress: ZipProgress }
  | { kind: 'failed' }
type Asked = { order: OrderView; items: readonly Item[] }

const SaveToPhone = lazyPart(
  () => import('./save-to-phone.tsx'),
  (m) => m.SaveToPhone,
)
const PackedParts = lazyPart(
  () => import('./packed-parts.tsx'),
  (m) => m.PackedParts,
)

const LeaveGuard = lazyPart(
  () => import('#frontend/shared/leaving/leave-guard.tsx'),
  (m) => m.LeaveGuard,
)

const labels = { original: 'Download All (Original)', web: 'Download All (Web)' } as const

const useBrowserZip = ({ order, items }: Asked) => {
  const [state, setState] = useState<BrowserZip>({ kind: 'idle' })
  const running = useRef<AbortController>(undefined)
  const isPacking = state.kind === 'busy'
  useEffect(() => (isPacking ? warnBeforeUnload({ isKept: false }) : undefined), [isPacking])
  // What goes on out of sight could be neither followed nor cancelled.
  useEffect(
    () => () => {
      if (!running.current) return
      running.current.abort()
      running.current = undefined
      toast({ title: 'Packing was cancelled', description: 'The page of your order was left.' })
    },
    [],
  )
  const pack = async (size: Size) => {
    const controller = new AbortController()
    running.current = controller
    // One that was cancelled says nothing more: another may be under way by then.
    const show = (next: BrowserZip) => {
      if (running.current === controller) setState(next)
    }
    show({ kind: 'busy', size, progress: { files: 0, of: items.length, bytes: 0 } })
    try {
      const zip = await zipOrder(order.id, items, {
        size,
        signal: controller.signal,
        onProgress: (progress) => show({ kind: 'busy', size, progress }),
      })
      if (controller.signal.aborted) return
      saveBlob(zip, `darkslide-${order.number}-${size}.zip`)
      show({ kind: 'saved' })
      running.current = undefined
    } catch (thrown) {
      if (controller.signal.aborted) return
      logWarning('download_failed', { error: errorName(thrown) })
      show({ kind: 'failed' })
      running.current = undefined
    }
  }
  const cancel = () => {
    running.current?.abort()
    running.current = undefined
    setState({ kind: 'cancelled' })
  }
  return { state, pack, cancel }
}

/** What one size takes, and how far its zips are where the server makes them. */
const useSize = ({ order, items }: Asked, size: Size) => {
  const bytes = bytesOfAll(items, size)
  const isLarge = bytes > limits.zip.browserBytes || items.some(({ kind }) => kind === 'gallery')
  const { data } = useZips({ orderId: order.id, size, enabled: isLarge })
  const start = useStartZips()
  const isAsked = useRef(false)
  /** What says how far it is takes the focus that went with the button, and then what says that it is done. */
  const heading = useCallback((shown: HTMLElement | null) => {
    if (shown && isAsked.current && document.activeElement === document.body) focusHeading(shown)
  }, [])
  return {
    size,
    bytes,
    isLarge,
    zips: data,
    start: () => {
      isAsked.current = true
      start.mutate({ params: { orderId: order.id }, body: { size } })
    },
    heading,
    isStarting: start.isPending,
    problem: start.error,
  }
}

/** All photos of an order at once: into a phone's library, a single one too, and as zips where there are several. */
export const DownloadAll = ({ order, items: bought }: Asked) => {
  const items = bought.filter(hasFile)
  const isForLibrary = items.length > 0 && canSaveToLibrary()
  const isForZip = items.length > 1 || items.some(({ kind }) => kind === 'gallery')
  if (!isForLibrary && !isForZip) return null
  return (
    <Stack gap="5" marginBottom="8">
      {isForLibrary && (
        <ErrorBoundary resetOn="" fallback={null}>
          <Suspense fallback={<Skeleton height="13rem" />}>
            <SaveToPhone order={order} items={items} />
          </Suspense>
        </ErrorBoundary>
      )}
      {isForZip && <ZipAll order={order} items={items} />}
    </Stack>
  )
}

/** Up to 200 MB packed here; more, and whole galleries, by the server, in parts. */
const ZipAll = (asked: Asked) => {
  const { order, items } = asked
  const browser = useBrowserZip(asked)
  const both = [useSize(asked, 'original'), useSize(asked, 'web')]
  const sizes = items.some(({ hasOriginal }) => hasOriginal) ? both : both.slice(1)
  const { state } = browser
  const packing = state.kind === 'busy' ? state : undefined
  const pressed = useRef<HTMLElement>(undefined)
  const cancel = () => {
    // "Cancel" goes away, and the focus would go with it.
    pressed.current?.focus()
    browser.cancel()
  }
  return (
    <>
      <Row>
        {sizes.map(({ size, isLarge, zips, start, isStarting }) => {
          const isUnderWay = zips?.state === 'making' || zips?.state === 'ready'
          if (isLarge && isUnderWay) return null
          return (
            <Button
              key={size}
              {...(size === 'original' && { variant: 'accent' })}
              // Not taken away meanwhile: the focus would go with it.
              busy={isStarting || packing?.size === size}
              ended={packing !== undefined}
              onClick={({ currentTarget }) => {
                pressed.current = currentTarget
                if (isLarge) start()
                else void browser.pack(size)
              }}
            >
              {size === 'original' && <FolderDown aria-hidden />}
              {labels[size]}
            </Button>
          )
        })}
        {state.kind === 'failed' && (
          <Text textStyle="small" color="danger" role="alert">
            The photos could not be packed. Please try again, or download them one by one.
          </Text>
        )}
      </Row>
      {/* Apart from the bytes, which come several times a second: nobody could listen to them. */}
      <Hidden role="status">
        {packing && `${String(packing.progress.files)} of ${countOf(packing.progress.of, 'photo')} packed`}
        {state.kind === 'saved' && 'All photos are packed and saved'}
        {state.kind === 'cancelled' && 'Packing was cancelled'}
      </Hidden>
      {state.kind !== 'idle' && (
        <Suspense>
          <LeaveGuard active={packing !== undefined}>
            Your photos are not packed yet. Leaving this page stops that, and nothing is saved.
          </LeaveGuard>
        </Suspense>
      )}
      {packing && <Packing progress={packing.progress} size={packing.size} items={items} onCancel={cancel} />}
      {sizes.map(
        ({ isLarge, bytes, ...packed }) =>
          isLarge && (
            <Suspense key={packed.size} fallback={null}>
              <PackedParts order={order} {...packed} />
            </Suspense>
          ),
      )}
    </>
  )
}

type PackingProps = { progress: ZipProgress; size: Size; items: readonly Item[]; onCancel: () => void }
/** Originals by their bytes; web files by their number, since nobody knows their bytes before they are fetched. */
const Packing = ({ progress, size, items, onCancel }: PackingProps) => {
  const isBytes = size === 'original'
  const share = isBytes ? progress.bytes / Math.max(1, bytesOfAll(items, size)) : progress.files / progress.of
  return (
    <Stack gap="2" maxWidth="form">
      <Text textStyle="small">
        {progress.files} of {countOf(progress.of, 'photo')} packed, {formatBytes(progress.bytes)}
      </Text>
      <ProgressBar label="Packing your photos" percent={100 * Math.min(1, share)} />
      <Button size="sm" variant="quiet" alignSelf="flex-start" onClick={onCancel}>
        Cancel
      </Button>
    </Stack>
  )
}
