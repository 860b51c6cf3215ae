import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { createPortal } from 'react-dom'
import * as z from 'zod'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { formatClockTime } from '#frontend/shared/format/dates.ts'
import { DraftNotice } from '#frontend/shared/forms/draft-notice.tsx'
import { MinuteField } from '#frontend/shared/forms/fields.tsx'
import { FormActions } from '#frontend/shared/forms/form-dialog.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { useSavedMeanwhile } from '#frontend/shared/galleries/own-galleries.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Form } from '#frontend/ui/field.tsx'
import { FittedPhoto } from '#frontend/ui/fitted-photo.tsx'
import { Box, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Skeleton } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import { galleries, type OwnGallery } from '#schema/api/galleries.ts'
import { photos as photosApi } from '#schema/api/photos.ts'
import { clockMoved, clockSeconds, clockTimeOf } from '#schema/clock-times.ts'
import { CameraClocks } from '#schema/entities/camera-clocks.ts'

const { endpoints } = galleries
const List = chakra('ul', { base: { listStyle: 'none', display: 'flex', flexDirection: 'column', gap: '6' } })
const Body = z.object({ clocks: CameraClocks })
type Met = ResponseOf<typeof endpoints.cameras>['cameras'][number]

/** "1 h 2 min 5 s later"; empty where a clock was right. */
const shiftText = (seconds: number): string => {
  const rest = Math.abs(seconds)
  const days = Math.floor(rest / 86_400)
  const parts = [
    [days, days === 1 ? 'day' : 'days'],
    [Math.floor((rest % 86_400) / 3_600), 'h'],
    [Math.floor((rest % 3_600) / 60), 'min'],
    [rest % 60, 's'],
  ] as const
  const words = parts.filter(([count]) => count > 0).map(([count, unit]) => `${String(count)} ${unit}`)
  return words.length === 0 ? '' : `${words.join(' ')} ${seconds > 0 ? 'later' : 'earlier'}`
}

/** By how much the clock of a photo was wrong, from the time that was typed for it; 0 while that is not complete. */
const shiftOf = ({ capturedAt }: Met, right: string): number => {
  const seconds = clockSeconds(clockTimeOf(capturedAt), right)
  return Number.isNaN(seconds) ? 0 : seconds
}

/** When each camera's photo was taken, by the clocks as they are corrected in the gallery. */
const timesIn = ({ clocks }: OwnGallery, cameras: readonly Met[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    cameras.map(({ capturedAt, camera }, place) => {
      const shift = clocks.find((clock) => clock.camera === camera)?.shiftSeconds ?? 0
      return [`right${String(place)}`, clockMoved(clockTimeOf(capturedAt), shift)]
    }),
  )

const useSavedClocks = () =>
  useEndpoint(endpoints.update, {
    refreshes: [
      endpoints.mine,
      endpoints.getMine,
      endpoints.listPhotos,
      endpoints.photoHours,
      photosApi.endpoints.listMine,
    ],
  })

type ClocksFormProps = {
  gallery: OwnGallery
  cameras: readonly Met[]
  /** Where its buttons stand. */
  actions: HTMLElement | null
  onClose: () => void
}

/** Names what was typed, and so what it was typed for: a time belongs to one photo of a camera. */
const draftKey = ({ id }: OwnGallery, cameras: readonly Met[]) =>
  `clocks of ${id} ${JSON.stringify(cameras.map(({ camera, capturedAt }) => [camera, capturedAt]))}`

const ClocksForm = ({ gallery: opened, cameras: asked, actions, onClose }: ClocksFormProps) => {
  const formId = useId()
  const update = useSavedClocks()
  // Of the moment the form was filled: one that is loaded anew behind it must not lend its version to old clocks.
  const [gallery, setGallery] = useState(opened)
  // Nor may cameras that are read anew take over what was typed for others.
  const [cameras] = useState(asked)
  const savedMeanwhile = useSavedMeanwhile()
  /** Clocks that were not touched here are put right as they were elsewhere; the others keep what was typed. */
  const bringTogether = (current: OwnGallery) => {
    const [before, after] = [timesIn(gallery, cameras), timesIn(current, cameras)]
    form.edit((typed) =>
      Object.fromEntries(
        Object.entries(typed).map(([name, time]) => [name, time === before[name] ? (after[name] ?? time) : time]),
      ),
    )
    form.rebase(after)
    setGallery(current)
  }
  const form = useForm({
    initial: timesIn(gallery, cameras),
    schema: Body,
    bodyOf: (typed) => ({
      clocks: [
        ...gallery.clocks.filter(({ camera }) => cameras.every((met) => met.camera !== camera)),
        ...cameras
          .map((met, place) => ({
            camera: met.camera,
            shiftSeconds: shiftOf(met, typed[`right${String(place)}`] ?? ''),
          }))
          .filter(({ shiftSeconds }) => shiftSeconds !== 0),
      ],
    }),
    send: async ({ clocks }) => {
      await update.mutateAsync({ params: { galleryId: gallery.id }, body: { version: gallery.version, clocks } })
      // Without this form the dialog was closed meanwhile, and may be open again with what was typed since.
      if (form.form.current) onClose()
    },
    onInvalid: (problems) =>
      // An unfinished time is said at its field.
      Object.keys(problems).some((path) => path.startsWith('clocks')) &&
      toast({
        title: 'Clocks not saved',
        description: 'Please use times within 50 years of each other, for at most 20 cameras.',
      }),
    onRefusal: (error) => {
      const current = savedMeanwhile(error)
      if (current) bringTogether(current)
      toast({
        title: 'Clocks not saved',
        description: current
          ? 'The gallery was changed in another tab or by someone else meanwhile. Nothing that you typed is lost: look the times over and save them again.'
          : sentenceOf(error),
      })
    },
    draft: { key: draftKey(opened, cameras), isOnce: true },
  })
  return (
    <Form id={formId} ref={form.form} onSubmit={form.submit}>
      <DraftNotice form={form} />
      <List aria-label="Cameras">
        {cameras.map((met, place) => {
          const { camera, capturedAt, photo } = met
          const field = form.field(`right${String(place)}`)
          const shift = shiftText(shiftOf(met, field.value))
          return (
            <li key={camera}>
              <Row gap="4" alignItems="flex-start" flexWrap={{ base: 'wrap', sm: 'nowrap' }}>
                <Box flex="0 0 6rem">
                  <FittedPhoto picture={photo?.picture ?? null} alt={photo?.title ?? ''} room={1} sizes="6rem" />
                </Box>
                <Stack gap="2" flex={{ base: '1 1 100%', sm: '1' }} minWidth="0">
                  <Text fontWeight="medium" overflowWrap="anywhere">
                    {camera}
                  </Text>
                  <Text textStyle="small" color="ink.muted">
                    {`Its clock said ${formatClockTime(clockTimeOf(capturedAt))} when this photo was taken.`}
                  </Text>
                  <MinuteField
                    {...field}
                    label="When it was taken"
                    step={1}
                    required
                    hint={
                      field.value && (shift === '' ? 'This clock was right.' : `All photos of this camera: ${shift}.`)
                    }
                  />
                </Stack>
              </Row>
            </li>
          )
        })}
      </List>
      {actions &&
        createPortal(
          <FormActions form={form} formId={formId} action="Save clocks" busyLabel="Saving..." onClose={onClose} />,
          actions,
        )}
    </Form>
  )
}

/** Puts the clocks of cameras right that were wrong on the day, so that their photos stand where they belong. */
export const CameraClocksDialog = ({ gallery, onClose }: { gallery: OwnGallery; onClose: () => void }) => {
  const [actions, setActions] = useState<HTMLElement | null>(null)
  const { data, error, refetch } = useQuery(endpointQuery(endpoints.cameras, { params: { galleryId: gallery.id } }))
  const isAny = data !== undefined && data.cameras.length > 0
  return (
    <Dialog
      open
      title="Camera clocks"
      description="Where a camera’s clock was wrong, say when one of its photos was really taken. All of its photos in this gallery move with it; the files stay as they are."
      onClose={onClose}
      footer={isAny ? <Box ref={setActions} display="contents" /> : <Button onClick={onClose}>Close</Button>}
    >
      {isAny ? (
        <Stack gap="4">
          <ClocksForm gallery={gallery} cameras={data.cameras} actions={actions} onClose={onClose} />
          {data.isMore && (
            <Text textStyle="small" color="ink.muted">
              There are more cameras than these.
            </Text>
          )}
        </Stack>
      ) : data ? (
        <Text color="ink.muted">
          No photo of this gallery says which camera took it. Those that were uploaded before clocks could be put right
          do not either; they can be uploaded again.
        </Text>
      ) : error ? (
        <Stack gap="3">
          <Text role="alert">{sentenceOf(error)}</Text>
          <Row>
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          </Row>
        </Stack>
      ) : (
        <Stack gap="4" aria-busy>
          <Skeleton height="20" />
          <Skeleton height="20" />
        </Stack>
      )}
    </Dialog>
  )
}
