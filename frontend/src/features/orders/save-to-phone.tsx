import { ImageDown } from 'lucide-react'
import { useId, useState } from 'react'
import { waitSentenceOf } from '#frontend/shared/api/api-error.ts'
import { startDownload } from '#frontend/shared/download/start-download.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Flex, Heading, List, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Card, ProgressBar } from '#frontend/ui/surface.tsx'
import { fileSizeOf } from './file-size.ts'
import { batchLimits } from './phone-batches.ts'
import { useDownload } from './queries.ts'
import { countFiles, type Savable } from './saved-files.ts'
import { keepSize, keptSize } from './saved-size.ts'
import { canShare, type Saving, usePhoneSaving } from './use-phone-saving.ts'

type Size = 'original' | 'web'

/** Whether photos can be handed to this device's library: one that is touched, and shares pictures. */
export const canSaveToLibrary = (): boolean =>
  typeof matchMedia === 'function' &&
  matchMedia('(pointer: coarse)').matches &&
  canShare([new File([new Uint8Array(1)], 'photo.jpg', { type: 'image/jpeg' })])

const sizes = [
  ['web', 'Web size'],
  ['original', 'Original'],
] as const

/** Saves an order's photos into the phone's library: 'Prepare', then 'Save', a batch at a time. */
export const SaveToPhone = ({ orderId, items }: { orderId: string; items: readonly Savable[] }) => {
  const [size, setSize] = useState<Size>(keptSize)
  const saving = usePhoneSaving(orderId)
  const { state } = saving
  const label = useId()
  const choose = (next: Size) => {
    setSize(next)
    keepSize(next)
    saving.reset()
  }
  return (
    <Card aria-labelledby={label}>
      <Stack gap="4">
        <div>
          <Heading look="heading" id={label}>
            Save to this phone
          </Heading>
          <Text textStyle="small" color="ink.muted">
            Into your photo library, {batchLimits.files} at a time. In the sheet that opens, choose to save the images.
          </Text>
        </div>
        {items.some(({ hasOriginal }) => hasOriginal) && (
          <Flex role="group" aria-label="Size" gap="2" flexWrap="wrap">
            {sizes.map(([value, name]) => (
              <Button
                key={value}
                size="sm"
                variant={size === value ? 'chosen' : 'outline'}
                aria-pressed={size === value}
                onClick={() => choose(value)}
              >
                {name}
              </Button>
            ))}
          </Flex>
        )}
        <Steps state={state} size={size} items={items} saving={saving} orderId={orderId} />
      </Stack>
    </Card>
  )
}

type StepsProps = {
  state: Saving
  size: Size
  items: readonly Savable[]
  saving: ReturnType<typeof usePhoneSaving>
  orderId: string
}

const Steps = ({ state, size, items, saving, orderId }: StepsProps) => {
  switch (state.kind) {
    case 'idle':
      return (
        <Button variant="accent" onClick={() => void saving.begin(size, items)}>
          <ImageDown aria-hidden />
          Prepare {countOf(countFiles(items), 'photo')}
        </Button>
      )
    case 'preparing':
      return <Preparing {...state} of={countFiles(items)} onCancel={saving.stop} />
    case 'ready':
      return (
        <Stack gap="3">
          {state.saved > 0 && <SavedSoFar saved={state.saved} of={countFiles(items)} />}
          <Row>
            <Button variant="accent" onClick={() => void saving.save(size, state)}>
              <ImageDown aria-hidden />
              Save {countOf(state.batch.ready.length, 'photo')}
            </Button>
            <Button variant="quiet" onClick={saving.reset}>
              Cancel
            </Button>
          </Row>
          {state.isRefused && (
            <Text textStyle="small" role="alert">
              These were not saved yet. Press Save again, and choose to save the images.
            </Text>
          )}
        </Stack>
      )
    case 'over':
      return <Over {...state} state={state} size={size} of={countFiles(items)} saving={saving} orderId={orderId} />
  }
}

const Preparing = ({
  saved,
  fetched,
  of,
  onCancel,
}: {
  saved: number
  fetched: number
  of: number
  onCancel: () => void
}) => {
  const inBatch = Math.min(batchLimits.files, of - saved)
  return (
    <Stack gap="2">
      <Text textStyle="small" role="status">
        Preparing {fetched} of {countOf(inBatch, 'photo')}
        {saved > 0 && `, ${saved} saved`}
      </Text>
      <ProgressBar label="Preparing your photos" percent={(100 * fetched) / Math.max(1, inBatch)} />
      <Button size="sm" variant="quiet" alignSelf="flex-start" onClick={onCancel}>
        Cancel
      </Button>
    </Stack>
  )
}

const SavedSoFar = ({ saved, of }: { saved: number; of: number }) => (
  <Text textStyle="small" role="status">
    {saved} of {countOf(of, 'photo')} saved
  </Text>
)

type OverProps = {
  state: Extract<Saving, { kind: 'over' }>
  size: Size
  of: number
  saving: ReturnType<typeof usePhoneSaving>
  orderId: string
}

const Over = ({ state, size, of, saving, orderId }: OverProps) => {
  const { saved, batch } = state
  const { failed, waiting, apart } = batch
  const left = failed.length + waiting.length
  return (
    <Stack gap="3">
      <SavedSoFar saved={saved} of={of} />
      {left > 0 && (
        <>
          {failed.length > 0 && (
            <Text textStyle="small" color="danger" role="alert">
              {countOf(countFiles(failed), 'photo')} could not be fetched. Check your connection, then try again.
            </Text>
          )}
          <Button alignSelf="flex-start" onClick={() => void saving.again(size, state)}>
            {failed.length > 0 ? 'Try Again' : 'Go On'}
          </Button>
        </>
      )}
      {apart.length > 0 && (
        <div>
          <Text textStyle="small">
            The library of this phone does not take {countOf(apart.length, 'photo')}. Download{' '}
            {apart.length === 1 ? 'it' : 'them'} as {apart.length === 1 ? 'a file' : 'files'} instead:
          </Text>
          <List display="grid" gap="2" marginTop="2" justifyItems="start">
            {apart.map((item) => (
              <li key={`${String(item.line)} ${String(item.file)}`}>
                <FileDownload orderId={orderId} item={item} size={size} />
              </li>
            ))}
          </List>
        </div>
      )}
    </Stack>
  )
}

const FileDownload = ({ orderId, item, size }: { orderId: string; item: Savable; size: Size }) => {
  const download = useDownload()
  const [problem, setProblem] = useState<string>()
  const save = () => {
    setProblem(undefined)
    download.mutate(
      {
        params: { orderId, line: item.line },
        body: { size: fileSizeOf(item, size), ...(item.file !== undefined && { file: item.file }) },
      },
      {
        onSuccess: startDownload,
        onError: (error) => {
          logWarning('download_failed', { error: errorName(error), line: item.line })
          setProblem(waitSentenceOf(error) ?? 'The download did not start. Please try again.')
        },
      },
    )
  }
  return (
    <>
      <Button size="sm" busy={download.isPending} onClick={save}>
        Download {item.title}
      </Button>
      {problem !== undefined && (
        <Text textStyle="small" color="danger" role="alert">
          {problem}
        </Text>
      )}
    </>
  )
}
