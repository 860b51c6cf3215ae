import { Layers, PoundSterling, Star, Trash2, Type } from 'lucide-react'
import { useState } from 'react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Dock } from '#frontend/ui/dock.tsx'
import { Row, Text } from '#frontend/ui/layout.tsx'
import { useFocusNeighbour } from '#frontend/ui/use-focus-neighbour.ts'
import { useStable } from '#frontend/ui/use-stable.ts'
import type { OwnGallery } from '#schema/api/galleries.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { chosenDialogs } from './chosen-dialogs.tsx'
import { useManyPhotos } from './many-photos.ts'
import { type Done, useWork } from './work-on-many.ts'

type ChosenPhotosProps = {
  photos: readonly OwnPhoto[]
  gallery: OwnGallery
  /** How many there are to choose from, as far as they are loaded. */
  of: number
  isMore: boolean
  /** More of them are being loaded. */
  isLoading: boolean
  /** Without trial or subscription they are deleted, and nothing else. */
  isLocked: boolean
  onAll: () => void
  onNone: () => void
  onDone: Done
}

/** What can be done with the photos that were ticked. */
export const ChosenPhotos = ({
  photos,
  gallery,
  of,
  isMore,
  isLoading,
  isLocked,
  onAll,
  onNone,
  onDone,
}: ChosenPhotosProps) => {
  const [asked, setAsked] = useState<keyof typeof chosenDialogs>()
  const [isFeaturing, setIsFeaturing] = useState(false)
  const { update } = useManyPhotos(gallery.id)
  /** Work that ends behind an open dialog, which is for the same photos, leaves them chosen. */
  const onDoneBehind = useStable<Parameters<Done>, void>((photoIds) => {
    if (!asked) onDone(photoIds)
  })
  const { each } = useWork(gallery.id, onDoneBehind)
  const ready = photos.filter(({ state }) => state === 'ready')
  const isFeatured = ready.length > 0 && ready.every((photo) => photo.isFeatured)
  const feature = async () => {
    setIsFeaturing(true)
    await each(ready, isFeatured ? 'featured no more' : 'featured', (photo) =>
      update(photo, { isFeatured: !isFeatured }),
    )
    setIsFeaturing(false)
  }
  const keepsFocus = useFocusNeighbour()
  const Asked = asked && chosenDialogs[asked]
  return (
    <Dock aria-label="Chosen photos" {...keepsFocus}>
      <Row justifyContent="space-between" rowGap="2">
        <Row gap="2">
          <Text textStyle="small" role="status">
            {countOf(photos.length, 'photo')} chosen
          </Text>
          {(isMore || photos.length < of) && (
            <Button size="sm" variant="quiet" busy={isLoading} busyLabel="Loading..." onClick={onAll}>
              Choose all {!isMore && of}
            </Button>
          )}
          <Button size="sm" variant="quiet" data-part="remove" onClick={onNone}>
            Clear
          </Button>
        </Row>
        <Row gap="2">
          {!isLocked && (
            <>
              <Button size="sm" onClick={() => setAsked('price')}>
                <PoundSterling aria-hidden />
                Price
              </Button>
              <Button size="sm" onClick={() => setAsked('titles')}>
                <Type aria-hidden />
                Titles
              </Button>
              {gallery.sets.length > 0 && (
                <Button size="sm" onClick={() => setAsked('set')}>
                  <Layers aria-hidden />
                  Move to set
                </Button>
              )}
              {ready.length > 0 && (
                <Button size="sm" busy={isFeaturing} onClick={() => void feature()}>
                  <Star aria-hidden />
                  {isFeatured ? 'Stop featuring' : 'Feature'}
                </Button>
              )}
            </>
          )}
          <Button size="sm" onClick={() => setAsked('remove')}>
            <Trash2 aria-hidden />
            Delete
          </Button>
        </Row>
      </Row>
      {Asked && (
        <Asked
          photos={photos}
          gallery={gallery}
          onClose={() => setAsked(undefined)}
          onDone={onDone}
          onDoneLate={onDoneBehind}
        />
      )}
    </Dock>
  )
}
