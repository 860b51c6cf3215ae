import { chakra } from '@chakra-ui/react'
import { type ReactNode, Suspense } from 'react'
import { useHydrated } from '#frontend/shared/hydration/use-hydrated.ts'
import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'
import { Box, Heading, Text } from '#frontend/ui/layout.tsx'
import type { PhotoView } from '#schema/api/views.ts'
import type { WallGallery } from './queries.ts'
import type { PagedPhotos } from './use-paged-photos.ts'

/** Only where numbers are read. */
const NumberSearch = lazyPart(
  () => import('./number-search.tsx'),
  (m) => m.NumberSearch,
)

/** As high as what comes, with a slider for times and without. */
const numbersHeight = { base: '11.75rem', sm: '12.25rem' }
const withTimesHeight = { base: '22.3125rem', sm: '17.5rem' }

type WallNumbersProps = {
  gallery: WallGallery
  paged: PagedPhotos
  isOwn: boolean
  /** Photos that surely show the number. */
  sure: readonly PhotoView[] | undefined
  onBuy: (photos: readonly PhotoView[]) => void
}
/** The search by number, which the page's HTML leaves room for. */
export const WallNumbers = ({ gallery, paged, isOwn, sure, onBuy }: WallNumbersProps) => {
  const isHydrated = useHydrated()
  const room = <Box height={gallery.hasTimes ? withTimesHeight : numbersHeight} marginTop="8" background="sunken" />
  if (!isHydrated) return room
  return (
    <Suspense fallback={room}>
      <NumberSearch
        gallery={gallery}
        number={paged.number}
        time={gallery.hasTimes ? paged.read('time') : undefined}
        found={sure}
        isMore={paged.hasNextPage}
        isFailing={paged.isError}
        hasUnread={paged.hasUnread}
        isOwn={isOwn}
        onSeek={(number) =>
          paged.change({ number: number || undefined, q: undefined, set: undefined, page: undefined, photo: undefined })
        }
        onSeekTime={(time) =>
          paged.change({ time: time || undefined, q: undefined, page: undefined, photo: undefined }, { replace: true })
        }
        onClear={() => paged.change({ number: undefined, time: undefined, page: undefined, photo: undefined })}
        onBuy={onBuy}
      />
    </Suspense>
  )
}

const Tiles = chakra('ul', {
  base: {
    listStyle: 'none',
    display: 'grid',
    gap: '4',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(10rem, 45%), 1fr))',
  },
})

/** Photos, as items of a list, whose number was hard to read. */
export const Unsure = ({ number, children }: { number: string; children: ReactNode }) => (
  <Box as="section" aria-labelledby="perhaps" marginTop="10">
    <Heading id="perhaps" as="h2" look="heading" marginBottom="2">
      Perhaps {number}
    </Heading>
    <Text color="ink.muted" marginBottom="5">
      Their number was hard to read, and may be yours.
    </Text>
    <Tiles>{children}</Tiles>
  </Box>
)
