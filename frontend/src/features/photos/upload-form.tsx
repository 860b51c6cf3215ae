import { ImagePlus, RotateCcw, Upload } from 'lucide-react'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useAddress, useChosen } from '#frontend/shared/address/use-address.ts'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { useLoadFailure } from '#frontend/shared/api/use-load-failure.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { useGalleryChoices } from '#frontend/shared/galleries/gallery-choices.ts'
import { GallerySelect } from '#frontend/shared/galleries/gallery-select.tsx'
import { LeaveGuard } from '#frontend/shared/leaving/leave-guard.tsx'
import { payoutCountry } from '#frontend/shared/payouts/payout-country.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Dock } from '#frontend/ui/dock.tsx'
import { Switch } from '#frontend/ui/field.tsx'
import { Box, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { clearOf } from '#frontend/ui/safe-area.ts'
import { EmptyState, ProgressBar } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { useFocusNeighbour } from '#frontend/ui/use-focus-neighbour.ts'
import { useStable } from '#frontend/ui/use-stable.ts'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { formatCount } from '#schema/counts.ts'
import type { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { defaultPricePence, formatPounds } from '#schema/money.ts'
import { paths } from '#schema/paths.ts'
import { type RefusedFile, sortByBytes } from './accept-files.ts'
import { DropZone } from './drop-zone.tsx'
import { FinishedGalleries } from './finished-galleries.tsx'
import { setNamesOf } from './folder-names.ts'
import { createPresentFiles } from './present-files.ts'
import { ownPhotosPage } from './queries.ts'
import { foldersWithoutSet } from './sets-of-folders.ts'
import { mayExcept, priceTextOf, setNamesIn, startUpload, targetOf } from './start-upload.ts'
import { tellTakenOff } from './taken-off.ts'
import { isUnfinished, isWithoutFile, type UploadItem } from './upload-item.ts'
import { UploadList } from './upload-list.tsx'
import { LeftOut, Lost, Newer, Offline, RefusedFiles, tellLeftOut, Waiting } from './upload-notices.tsx'
import type { UploadQueue } from './upload-queue.ts'
import { UploadRoom } from './upload-room.tsx'
import { useQueueNews } from './use-queue-news.ts'
import { waitsForTyping } from './use-row-typing.ts'
import { useWatchedUploads } from './use-watched-uploads.ts'
import { useWatchedFolder, WatchFolder } from './watch-folder.tsx'

const countBy = (items: readonly UploadItem[], status: UploadItem['status']) =>
  items.filter((item) => item.status === status).length

const noGallery = 'Please select a gallery to upload photos to.'

const namesShown = 4
/** The first few names, and how many more there are. */
const namesInWords = (names: readonly string[]): string => {
  const more = names.length - namesShown
  const first = names.slice(0, namesShown).join(', ')
  return more > 0 ? `${first} and ${formatCount(more)} more` : first
}

type UploadFormProps = { queue: UploadQueue; onShare: (galleryId: GalleryId) => void }

/** Choosing files and sending them through a queue. @param onShare Asked for once photos of a gallery have arrived. */
export const UploadForm = ({ queue, onShare }: UploadFormProps) => {
  const all = useSyncExternalStore(queue.subscribe, queue.snapshot)
  const isOffline = useSyncExternalStore(queue.subscribe, queue.isOffline)
  const isSending = useSyncExternalStore(queue.subscribe, queue.isSending)
  const pausedUntil = useSyncExternalStore(queue.subscribe, queue.pausedUntil)
  const { read, change } = useAddress()
  const [chosen, choose] = useChosen(read('gallery'), (galleryId) =>
    change({ gallery: galleryId || undefined }, { replace: true }),
  )
  const choices = useGalleryChoices(chosen)
  const { chosen: gallery, error, isFailing } = choices
  const [present] = useState(() => createPresentFiles({ page: ownPhotosPage, now: () => Date.now() }))
  const [refused, setRefused] = useState<readonly RefusedFile[]>([])
  /** How much is being found out of files. */
  const [looks, setLooks] = useState(0)
  const isLooking = looks > 0
  const [hasSets, setHasSets] = useState(true)
  /** How often an upload was asked for without a gallery. */
  const [missed, setMissed] = useState(0)
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (missed > 0) select.current?.focus()
  }, [missed])
  useQueueNews(queue, present)
  const keepsFocus = useFocusNeighbour()

  const isExcepted = useSyncExternalStore(queue.subscribe, () => gallery !== undefined && queue.isExcepted(gallery.id))
  const price = priceTextOf(gallery)
  useEffect(() => queue.setPrice(price), [queue, price])
  useLoadFailure(isFailing ? error : null, 'Error loading galleries')

  const items = all.filter(({ isHeld }) => !isHeld)
  const held = all.length - items.length
  const uploading = items.some((item) => item.status === 'uploading') || queue.isBusy()
  const done = countBy(items, 'success')
  const failed = countBy(items, 'error')
  const idle = queue.idle()
  const waiting = idle.length
  const due = idle.filter(({ isWatched }) => isWatched)
  const setNames = setNamesIn(items.filter(({ status, file }) => status === 'pending' && file))
  const setless = hasSets ? foldersWithoutSet(gallery, setNames) : 0
  const canRetry = items.some(({ status, file }) => status === 'error' && file)
  const newer = items.filter((item) => item.newer).length
  // Of one at most: whoever enters a row has left the others.
  const isHeldUp =
    items.every(({ status }) => status !== 'uploading') && items.some((item) => waitsForTyping(item, queue))
  const lost = items.filter((item) => isWithoutFile(item) && !item.newer).length

  const chosenNow = useStable(() => ({ gallery, price }))
  /** Answers what could not be read. */
  const takeNow = async (files: readonly File[], isWatched: boolean): Promise<readonly File[]> => {
    const { accepted, refused: others, unreadable } = await sortByBytes(files)
    // What a folder gave before is still to be read; a file that it offers again is judged anew.
    const offered = new Set(files.map(({ name }) => name))
    setRefused((before) =>
      isWatched ? [...before.filter(({ fileName }) => !offered.has(fileName)), ...others] : others,
    )
    const asked = chosenNow().gallery?.id
    // What cannot be asked now is asked again before anything is sent.
    const there = asked && accepted.length > 0 && (await present.find(asked, accepted).catch(() => undefined))
    await queue.findLost(accepted)
    // A gallery of an address is known a moment after the page is there.
    const latest = chosenNow()
    const added = queue.add(accepted, {
      price: latest.price,
      isWatched,
      setNames: setNamesOf(accepted),
      ...(there && latest.gallery?.id === asked && { isPresent: (file) => there.has(file) }),
    })
    const { duplicates, matched } = added
    tellLeftOut(added.held)
    if (duplicates > 0) {
      toast({
        kind: 'info',
        title: `${countOf(duplicates, 'duplicate')} left out`,
        description: 'Files that are in the list already are not added again.',
      })
    }
    if (matched > 0) {
      toast({
        kind: 'info',
        title: 'Files found',
        description: `${countOf(matched, 'photo')} can go on.`,
      })
    }
    return unreadable
  }
  /** Meanwhile no other gallery can be chosen: what is found out is about this one. */
  const whileLooking = <T,>(work: () => Promise<T>): Promise<T> => {
    setLooks((count) => count + 1)
    return work().finally(() => setLooks((count) => count - 1))
  }
  const take = useStable((files: readonly File[]) => {
    if (files.length > 0) void whileLooking(() => takeNow(files, false))
  })
  /** Answers whether it could be. @param isQuiet What went wrong has been said before. */
  const startIn = async (into: OwnGallery, some: readonly UploadItem[], isQuiet = false): Promise<boolean> => {
    try {
      await startUpload(into, {
        queue,
        present,
        items: some,
        hasSets,
        isExcepted,
        onSets: () => void choices.refetch(),
      })
      return true
    } catch (thrown) {
      if (!isQuiet) complain('Upload not started')(thrown)
      return false
    }
  }
  const { folder: watched, watch } = useWatchedFolder((files) => whileLooking(() => takeNow(files, true)))
  useWatchedUploads({
    into: watched && gallery?.id,
    due: due.length,
    stops: queue.stops(),
    send: async (isAgain) => !gallery || whileLooking(() => startIn(gallery, due, isAgain)),
  })
  /** A folder that is watched may be sent from all day, and what was chosen by hand waits for its price and a press. */
  const hasByHand = watched !== undefined && waiting > due.length
  const start = () => {
    if (!gallery) {
      toast({ title: 'Select a gallery', description: noGallery, isAtField: true })
      setMissed(missed + 1)
      return
    }
    if (waiting === 0) {
      toast({ title: 'No files selected', description: 'Please select photos to upload.' })
      return
    }
    queue.leaveAll()
    void whileLooking(() => startIn(gallery, idle))
  }
  const clearUnfinished = () => {
    const count = items.filter(isUnfinished).length
    tellTakenOff(countOf(count, 'photo'), { of: queue, count, bringBack: queue.clearUnfinished() })
  }
  const uploadHeld = () => {
    if (gallery) queue.startSome(queue.release(), targetOf(gallery, isExcepted))
  }

  return (
    <Page
      title="Upload Photos"
      lead="Originals are kept as they are; visitors see smaller copies."
      loading={!choices.options && !isFailing}
    >
      <LeaveGuard active={isSending}>
        Your uploads are not finished. Within this site they go on; closing the tab stops them.
      </LeaveGuard>
      <Text textStyle="small" color="ink.muted" maxWidth="text" marginBottom="6">
        Buyers get originals without place, owner and serial numbers; a RAW file keeps its camera’s own notes, which may
        tell the camera’s serial number and the owner’s name set in the camera.
      </Text>
      {choices.hasNone ? (
        <EmptyState
          title="Create a gallery first"
          icon={<ImagePlus size={40} />}
          action={
            <ButtonLink to={paths.dashboard()} variant="accent">
              Go to dashboard
            </ButtonLink>
          }
        >
          Photos are uploaded into a gallery, and take its price.
        </EmptyState>
      ) : (
        <Stack gap="6" {...keepsFocus}>
          {isFailing && (
            <Alert
              tone="danger"
              title="Error loading galleries"
              action={
                <Button size="sm" onClick={() => void choices.refetch()}>
                  Try again
                </Button>
              }
            >
              {sentenceOf(error)}
            </Alert>
          )}
          <Box maxWidth="36rem">
            <GallerySelect
              ref={select}
              choices={choices}
              label="Gallery"
              none="Select a gallery"
              hint={`New photos cost the gallery’s price (${formatPounds(defaultPricePence)} until a gallery is chosen). You can give each its own.`}
              textOf={({ title, pricePence }) => `${title} (${formatPounds(pricePence)} per photo)`}
              error={missed > 0 && !gallery && noGallery}
              value={gallery?.id ?? ''}
              disabled={uploading || isLooking}
              onChange={(galleryId) => {
                // Another gallery may lack them. It was chosen for others, so even a watched folder’s wait for a press.
                queue.release({ isWatched: undefined })
                setMissed(0)
                choose(galleryId)
              }}
            />
          </Box>
          <UploadRoom />
          <Text textStyle="fine">
            What you sell is paid out to you. {payoutCountry} Photos of £0.00 are free and need no account.
          </Text>
          <DropZone onFiles={take} />
          {gallery && <WatchFolder folder={watched} onWatch={watch} />}
          {mayExcept(gallery) && (
            <Box maxWidth="36rem">
              <Switch
                label="Not for earlier buyers of the whole gallery"
                hint={
                  gallery.wholePence === null
                    ? 'Who bought the whole gallery before does not get these photos.'
                    : 'Who bought the whole gallery before does not get these photos; who buys it from now on does.'
                }
                checked={isExcepted}
                disabled={uploading || isLooking}
                onChange={(next) => queue.except(gallery.id, next)}
              />
            </Box>
          )}
          {setNames.length > 0 && (
            <Box maxWidth="36rem">
              <Switch
                label="Make sets of folders"
                hint={namesInWords(setNames)}
                checked={hasSets}
                disabled={uploading || isLooking}
                onChange={setHasSets}
              />
              {setless > 0 && (
                <Text textStyle="small" marginTop="2">
                  A gallery has {limits.gallery.mostSets} sets at most: {countOf(setless, 'folder')}{' '}
                  {setless === 1 ? 'makes' : 'make'} none, and {setless === 1 ? 'its' : 'their'} photos go into no set.
                </Text>
              )}
            </Box>
          )}
          {refused.length > 0 && <RefusedFiles files={refused} onRead={() => setRefused([])} />}
          {held > 0 && <LeftOut count={held} onUpload={uploadHeld} onRead={queue.dropHeld} />}
          {isOffline && <Offline />}
          {pausedUntil !== undefined && <Waiting untilMs={pausedUntil} />}
          {newer > 0 && <Newer count={newer} />}
          {lost > 0 && <Lost count={lost} />}
          {items.length > 0 && (
            <section aria-label="Selected photos">
              <Row justifyContent="space-between" marginBottom="3">
                <Text fontFamily="heading" fontSize="xl">
                  {countOf(items.length, 'photo')}
                </Text>
                {!uploading && (
                  <Row gap="2">
                    {done > 0 && (
                      <Button size="sm" variant="quiet" onClick={queue.clearDone}>
                        Clear finished
                      </Button>
                    )}
                    {done < items.length && (
                      <Button size="sm" variant="quiet" onClick={clearUnfinished}>
                        Clear unfinished
                      </Button>
                    )}
                  </Row>
                )}
              </Row>
              <UploadList items={items} queue={queue} chosen={gallery?.id} />
            </section>
          )}
          <Dock as="div" marginTop="6" paddingTop="4" paddingBottom={clearOf('bottom', '1rem')}>
            {(uploading || done > 0) && (
              <Box marginBottom="3">
                <ProgressBar label="All uploads" percent={items.length === 0 ? 0 : (done / items.length) * 100} />
              </Box>
            )}
            <Row justifyContent="space-between">
              <Text textStyle="small" color="ink.muted" role="status">
                {isLooking
                  ? 'Looking through the files…'
                  : items.length === 0
                    ? 'No photos chosen yet'
                    : `${formatCount(done)} of ${formatCount(items.length)} done${failed > 0 ? `, ${formatCount(failed)} failed` : ''}${isHeldUp ? ', 1 photo waits until you leave its fields' : ''}`}
              </Text>
              <Row>
                {done > 0 && !uploading && (
                  <FinishedGalleries
                    items={items}
                    chosen={gallery?.id}
                    variant={waiting > 0 ? 'outline' : 'accent'}
                    onShare={onShare}
                  />
                )}
                {canRetry && (
                  <Button onClick={queue.retryFailed}>
                    <RotateCcw aria-hidden />
                    Retry all failed
                  </Button>
                )}
                <Button
                  variant={waiting > 0 || uploading ? 'accent' : 'outline'}
                  busy={isLooking || (uploading && !hasByHand)}
                  busyLabel={uploading ? 'Uploading...' : 'Looking...'}
                  onClick={start}
                >
                  <Upload aria-hidden />
                  {waiting > 0 ? `Upload ${countOf(waiting, 'Photo')}` : 'Upload Photos'}
                </Button>
              </Row>
            </Row>
          </Dock>
        </Stack>
      )}
    </Page>
  )
}
