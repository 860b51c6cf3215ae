import { ImageDown } from 'lucide-react'
import { useId, useState } from 'react'
import { useSaving } from '#frontend/shared/download/use-saving.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Flex, Heading, List, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Card, ProgressBar } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { useFocusHandOver } from '#frontend/ui/use-focus-hand-over.ts'
import type { OrderView } from '#schema/api/orders.ts'
import { fileSizeOf } from './file-size.ts'
import { batchLimits } from './phone-batches.ts'
import { keyOf } from './phone-progress.ts'
import { useDownload } from './queries.ts'
import { countFiles, type Savable } from './saved-files.ts'
import { keepSize, keptSize } from './saved-size.ts'
import { type Saving, usePhoneSaving } from './use-phone-saving.ts'

type Size = 'original' | 'web'

const sizes = [
  ['web', 'Web size'],
  ['original', 'Original'],
] as const

type Order = Pick<OrderView, 'id' | 'number'>

/** Saves an order's photos into the phone's library: 'Prepare', then 'Save', a batch at a time. */
export const SaveToPhone = ({ order, items }: { order: Order; items: readonly Savable[] }) => {
  const of = countFiles(items)
  // Of one photo the file that was paid for; of many what a phone carries at once.
  const [chosen, setChosen] = useState<Size>(() => keptSize(of === 1 ? 'original' : 'web'))
  const isChoice = items.some(({ hasOriginal }) => hasOriginal)
  const size = isChoice ? chosen : 'web'
  const saving = usePhoneSaving({ order, items, size })
  const label = useId()
  const choose = (next: Size) => {
    setChosen(next)
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
            Into your photo library{of > batchLimits.files && `, ${batchLimits.files} at a time`}. In the sheet that
            opens, choose to save the {of === 1 ? 'image' : 'images'}.
          </Text>
        </div>
        {isChoice && (
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
        <Steps orderId={order.id} size={size} of={of} saving={saving} />
      </Stack>
    </Card>
  )
}

type StepsProps = {
  orderId: string
  size: Size
  of: number
  saving: ReturnType<typeof usePhoneSaving>
}

/** "Start Over" goes with what was saved, and hands its focus to "Prepare". */
type Handing = { focus: ReturnType<typeof useFocusHandOver> }

const Steps = ({ saving, of, ...rest }: StepsProps) => {
  const { state, saved } = saving
  const focus = useFocusHandOver()
  switch (state.kind) {
    case 'idle':
      return <Idle {...rest} of={of} saving={saving} focus={focus} />
    case 'preparing':
      return <Preparing {...state} saved={saved} left={saving.left} onCancel={saving.stop} />
    case 'ready':
      return (
        <Stack gap="3">
          {saved > 0 && <SavedSoFar saved={saved} of={of} />}
          <Row>
            <Button variant="accent" onClick={() => void saving.save(state)}>
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
      return <Over {...rest} state={state} of={of} saving={saving} focus={focus} />
  }
}

/** Before a press: of what was saved earlier, only the others are prepared. */
const Idle = ({ of, saving, focus, ...rest }: StepsProps & Handing) => {
  const { saved, left } = saving
  return (
    <Stack gap="3">
      {saved > 0 && <SavedSoFar saved={saved} of={of} then={left > 0 ? ' before. Go on with the others.' : ''} />}
      <Row>
        {left > 0 && (
          // Another one once it is about all of them: only what is new takes the focus.
          <Button
            key={saved > 0 ? 'others' : 'all'}
            ref={focus.takeOver}
            variant="accent"
            onClick={() => void saving.begin()}
          >
            <ImageDown aria-hidden />
            Prepare {countOf(left, 'photo')}
          </Button>
        )}
        <StartOver saving={saving} focus={focus} />
      </Row>
      <Apart {...rest} items={saving.apart} />
    </Stack>
  )
}

/** Saves all of them once more, as when they were deleted from the phone; a press by mistake can be taken back. */
const StartOver = ({ saving, focus }: Pick<StepsProps, 'saving'> & Handing) => {
  const { saved } = saving
  if (saved === 0) return null
  const startOver = (pressed: HTMLElement) => {
    focus.noteFocus(pressed)
    const act = saving.startOver()
    const description = `${countOf(saved, 'photo')} that ${saved === 1 ? 'was' : 'were'} saved will be saved once more.`
    toast({ kind: 'info', title: 'Starting over', description, action: { label: 'Undo', act } })
  }
  return (
    <Button variant="quiet" onClick={({ currentTarget }) => startOver(currentTarget)}>
      Start Over
    </Button>
  )
}

const Preparing = ({
  saved,
  fetched,
  left,
  onCancel,
}: {
  saved: number
  fetched: number
  left: number
  onCancel: () => void
}) => {
  const inBatch = Math.min(batchLimits.files, left)
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

const SavedSoFar = ({ saved, of, then = '' }: { saved: number; of: number; then?: string }) => (
  <Text textStyle="small" role="status">
    {saved} of {countOf(of, 'photo')} saved{then}
  </Text>
)

type OverProps = StepsProps & Handing & { state: Extract<Saving, { kind: 'over' }> }

const Over = ({ state, size, of, saving, focus, orderId }: OverProps) => {
  const { failed, waiting } = state.batch
  const left = failed.length + waiting.length
  return (
    <Stack gap="3">
      <SavedSoFar saved={saving.saved} of={of} />
      {failed.length > 0 && (
        <Text textStyle="small" color="danger" role="alert">
          {countOf(countFiles(failed), 'photo')} could not be fetched. Check your connection, then try again.
        </Text>
      )}
      <Row>
        {left > 0 && (
          <Button onClick={() => void saving.again(state)}>{failed.length > 0 ? 'Try Again' : 'Go On'}</Button>
        )}
        <StartOver saving={saving} focus={focus} />
      </Row>
      <Apart items={saving.apart} size={size} orderId={orderId} />
    </Stack>
  )
}

type ApartProps = Pick<StepsProps, 'orderId' | 'size'> & { items: readonly Savable[] }

/** What the phone's library does not take. */
const Apart = ({ items, orderId, size }: ApartProps) => {
  if (items.length === 0) return null
  return (
    <div>
      <Text textStyle="small">
        The library of this phone does not take {countOf(items.length, 'photo')}. Download{' '}
        {items.length === 1 ? 'it' : 'them'} as {items.length === 1 ? 'a file' : 'files'} instead:
      </Text>
      <List display="grid" gap="2" marginTop="2" justifyItems="start">
        {items.map((item) => (
          <li key={keyOf(item)}>
            <FileDownload orderId={orderId} item={item} size={size} />
          </li>
        ))}
      </List>
    </div>
  )
}

const FileDownload = ({ orderId, item, size }: { orderId: string; item: Savable; size: Size }) => {
  const { save, problem, saving } = useSaving(useDownload())
  const request = {
    params: { orderId, line: item.line },
    body: { size: fileSizeOf(item, size), ...(item.file !== undefined && { file: item.file }) },
  }
  return (
    <>
      <Button size="sm" busy={saving !== undefined} onClick={() => save(request, { line: item.line })}>
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
