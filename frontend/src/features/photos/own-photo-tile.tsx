import { chakra } from '@chakra-ui/react'
import { Pencil, Star, Trash2 } from 'lucide-react'
import { memo } from 'react'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { formatBytes } from '#frontend/shared/format/counts.ts'
import { Button, IconButton } from '#frontend/ui/button.tsx'
import { Box, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Photo, ratioOf } from '#frontend/ui/photo.tsx'
import { Badge, Skeleton } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { useFocusHandOver } from '#frontend/ui/use-focus-hand-over.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { formatPounds } from '#schema/money.ts'
import { type Arranging, MoveButtons, type Stands } from './arrange-photos.tsx'
import { useReadAgain, useUpdatePhoto } from './queries.ts'

const tileSizes = '(min-width: 78rem) 18rem, (min-width: 62rem) 30vw, (min-width: 34rem) 46vw, calc(100vw - 2rem)'
const Frame = chakra('li', {
  base: {
    position: 'relative',
    display: 'flex',
    flexDirection: 'column',
    background: 'surface',
    borderWidth: '1px',
    borderColor: 'line',
    '&[draggable=true]': { cursor: 'grab' },
    '&[data-target]': { outline: '3px solid var(--ds-colors-accent)', outlineOffset: '2px' },
    contentVisibility: 'auto',
    containIntrinsicSize: 'auto 22rem',
  },
})
const Pick = chakra('input', {
  base: {
    position: 'absolute',
    margin: '2.5',
    width: '6',
    height: '6',
    accentColor: 'accent',
    cursor: 'pointer',
  },
})
const frameRatio = 3 / 2
/** Where a picture that is shown whole begins in its frame: half of the room that it leaves free. */
const cornerOf = (picture: OwnPhoto['picture']) => {
  const share = ratioOf(picture) / frameRatio
  const half = (whole: number) => `${Math.max(0, 1 - whole) * 50}%`
  return { insetInlineStart: half(share), top: half(1 / share) }
}
const StarIcon = chakra(Star, { variants: { on: { true: { fill: 'accent', color: 'accent.text' } } } })

const states = {
  pending: { label: 'Being made ready', tone: 'neutral' },
  ready: { label: 'For sale', tone: 'success' },
  kept: { label: 'No preview', tone: 'accent' },
  failed: { label: 'Failed', tone: 'danger' },
  taken_down: { label: 'Taken down', tone: 'danger' },
  deleted: { label: 'Deleted', tone: 'neutral' },
} as const

type OwnPhotoTileProps = {
  photo: OwnPhoto
  /** The name of its set. */
  set: string | undefined
  /** Among those that are put in order by hand; `undefined` where it cannot be put anywhere. */
  stands: Stands | undefined
  arranging: Arranging
  /** Another photo that is dragged is over it. */
  isTarget: boolean
  isLocked: boolean
  isChosen: boolean
  onChoose: (photo: OwnPhoto) => void
  onEdit: (photo: OwnPhoto) => void
  onDelete: (photo: OwnPhoto) => void
}

/**
 * A photo of an own gallery: what it costs, how it is, and all that its photographer does with it alone. Of thousands one is
 * drawn anew when one of them changes: what it is given stays the same.
 */
export const OwnPhotoTile = memo(
  ({ photo, set, stands, arranging, isTarget, isLocked, isChosen, onChoose, onEdit, onDelete }: OwnPhotoTileProps) => {
    const { noteFocus, takeOver } = useFocusHandOver()
    const update = useUpdatePhoto(photo.galleryId, (saved) => {
      if (saved.isCover && !photo.isCover) toast({ kind: 'success', title: 'Cover chosen', description: saved.title })
    })
    const readAgain = useReadAgain(photo.galleryId)
    const change = (body: { isFeatured: boolean } | { isCover: true }) =>
      update.mutate(
        { params: { photoId: photo.id }, body: { version: photo.version, ...body } },
        {
          onError: (error) => {
            complain('Photo not saved')(error)
            // The next press is of the photo as it is now.
            if (codeOf(error) === 'changed_meanwhile') readAgain(photo.id).catch(() => undefined)
          },
        },
      )
    const state = states[photo.state]
    const canArrange = photo.state === 'ready' && !isLocked
    const saving = update.isPending ? update.variables.body : undefined
    return (
      <Frame {...(stands && arranging.drag(photo))} data-target={isTarget ? '' : undefined}>
        <Box position="relative">
          <Photo picture={photo.picture} alt={photo.title} ratio={frameRatio} fit="contain" sizes={tileSizes} />
          <Pick
            type="checkbox"
            aria-label={`Choose ${photo.title}`}
            checked={isChosen}
            onChange={() => onChoose(photo)}
            style={cornerOf(photo.picture)}
          />
        </Box>
        <Stack gap="3" padding="4" flex="1">
          <Stack gap="1">
            <Text fontWeight="medium">{photo.title}</Text>
            <Text textStyle="small" color="ink.muted">
              {photo.pricePence === 0 ? 'Free' : formatPounds(photo.pricePence)}, {formatBytes(photo.bytes)}
            </Text>
          </Stack>
          <Row gap="1.5">
            <Badge tone={state.tone}>{state.label}</Badge>
            {photo.isFeatured && <Badge tone="accent">Featured</Badge>}
            {photo.isCover && (
              <Badge ref={takeOver} tabIndex={-1} tone="accent">
                Cover
              </Badge>
            )}
            {set !== undefined && <Badge tone="neutral">{set}</Badge>}
          </Row>
          {photo.reason && (
            <Text textStyle="small" color={state.tone === 'danger' ? 'danger' : 'ink.muted'}>
              {photo.reason}
            </Text>
          )}
          <Row gap="1" marginTop="auto">
            {!isLocked && (
              <IconButton size="sm" label={`Edit ${photo.title}`} onClick={() => onEdit(photo)}>
                <Pencil aria-hidden />
              </IconButton>
            )}
            {canArrange && (
              <IconButton
                size="sm"
                label={photo.isFeatured ? `Stop featuring ${photo.title}` : `Feature ${photo.title}`}
                aria-pressed={photo.isFeatured}
                busy={saving?.isFeatured !== undefined}
                disabled={saving?.isCover !== undefined}
                onClick={() => change({ isFeatured: !photo.isFeatured })}
              >
                <StarIcon on={photo.isFeatured} aria-hidden />
              </IconButton>
            )}
            {canArrange && !photo.isCover && (
              <Button
                size="sm"
                variant="quiet"
                busy={saving?.isCover !== undefined}
                disabled={saving?.isFeatured !== undefined}
                onClick={({ currentTarget }) => {
                  noteFocus(currentTarget)
                  change({ isCover: true })
                }}
              >
                Make cover
              </Button>
            )}
            {stands && <MoveButtons photo={photo} stands={stands} arranging={arranging} />}
            <IconButton
              size="sm"
              label={`Delete ${photo.title}`}
              marginInlineStart="auto"
              onClick={() => onDelete(photo)}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </Row>
        </Stack>
      </Frame>
    )
  },
)

/** A photo that is on its way. */
export const OwnTileSkeleton = () => (
  <Frame aria-hidden>
    <Skeleton aspectRatio="3 / 2" />
    <Stack padding="4" gap="3">
      <Skeleton height="5" width="70%" />
      <Skeleton height="5" width="40%" />
    </Stack>
  </Frame>
)
