import { Column, Flex, Stack } from '#frontend/ui/layout.tsx'
import { BarePage, LoadingHeading } from '#frontend/ui/page.tsx'
import { Skeleton } from '#frontend/ui/surface.tsx'

const shapes = [1.5, 0.7, 1.4, 1.33, 1.78, 1.51, 0.66, 1.49]

/** Rows of photos on their way. */
export const PhotosSkeleton = () => (
  <Flex flexWrap="wrap" gap={{ base: '2', md: '3' }} aria-hidden>
    {shapes.map((shape) => (
      <Skeleton
        key={shape}
        height={{ base: '6.75rem', sm: '12rem', lg: '15rem' }}
        style={{ flexGrow: shape, flexBasis: `${String(shape * 9)}rem` }}
      />
    ))}
  </Flex>
)

/** A gallery's own layout in grey. */
export const GallerySkeleton = () => (
  <BarePage title={undefined} loading>
    <Column paddingTop={{ base: '10', md: '14' }} paddingBottom="24" minHeight="100dvh">
      <LoadingHeading>Loading gallery</LoadingHeading>
      <Stack gap="4" marginBottom="12">
        <Skeleton height="11" maxWidth="26rem" />
        <Skeleton height="5" maxWidth="12rem" />
        <Skeleton height="5" maxWidth="34rem" />
      </Stack>
      <PhotosSkeleton />
    </Column>
  </BarePage>
)
