import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '#frontend/shared/api/endpoint-query.ts'
import { formatBytes } from '#frontend/shared/format/counts.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { TextLink } from '#frontend/ui/button.tsx'
import { Text } from '#frontend/ui/layout.tsx'
import { SkeletonOf } from '#frontend/ui/surface.tsx'
import { photos } from '#schema/api/photos.ts'
import { formatCount } from '#schema/counts.ts'
import { paths } from '#schema/paths.ts'

/** From here on the page says what to do, and not only how much is used. */
const nearlyFull = 0.9

/** How much of the plan's room is used, and what to do when it ends. Its line is kept free while it is asked. */
export const UploadRoom = () => {
  const { data: room, isLoading } = useQuery(endpointQuery(photos.endpoints.uploadRoom, {}, { staleFor: '1 min' }))
  if (isLoading)
    return (
      <SkeletonOf loading>
        <Text textStyle="fine">100.0 MB of 300 GB used, and 0 of 70,000 photos today.</Text>
      </SkeletonOf>
    )
  if (!room) return null
  const { plan, usedBytes, maxBytes, maxPhotos, photosToday, maxPhotosADay } = room
  const ofPhotos =
    maxPhotos === null
      ? `${formatCount(photosToday)} of ${formatCount(maxPhotosADay)} photos today`
      : `${formatCount(room.photos)} of ${formatCount(maxPhotos)} photos`
  const used = `${formatBytes(usedBytes)} of ${formatBytes(maxBytes)} used, and ${ofPhotos}.`
  const isNearlyFull =
    usedBytes >= maxBytes * nearlyFull || (maxPhotos !== null && room.photos >= maxPhotos * nearlyFull)
  if (!isNearlyFull) return <Text textStyle="fine">{used}</Text>
  return (
    <Alert tone="accent" title="Your storage is nearly full">
      <Text>
        {used} Delete photos that you no longer sell: their room comes back within two days.
        {plan === 'trial' ? (
          <>
            {' '}
            Or <TextLink to={paths.settings()}>subscribe</TextLink> for more room.
          </>
        ) : (
          ' For more room, write to support.'
        )}
      </Text>
    </Alert>
  )
}
