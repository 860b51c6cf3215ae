import { Suspense } from 'react'
import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'
import { useMe } from '#frontend/shared/session/me.ts'
import { Heading, Text } from '#frontend/ui/layout.tsx'
import { Card, Skeleton } from '#frontend/ui/surface.tsx'

const BrandForm = lazyPart(
  () => import('./brand-form.tsx'),
  (m) => m.BrandForm,
)

/** Logo, colour, ground and typefaces of one's public pages. */
export const BrandCard = () => {
  const { data: me, error } = useMe()
  // What stands above it says so and can ask again.
  if (error && !me) return null
  return (
    <Card aria-labelledby="brand">
      <Heading id="brand" look="heading" marginBottom="2">
        Brand
      </Heading>
      <Text color="ink.muted" marginBottom="5">
        How your galleries, your portfolio and your reviews look to clients.
      </Text>
      <Suspense fallback={<Skeleton height="24rem" />}>
        {me ? <BrandForm me={me} /> : <Skeleton height="24rem" />}
      </Suspense>
    </Card>
  )
}
