import { Suspense } from 'react'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useLoadFailure } from '#frontend/shared/api/use-load-failure.ts'
import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'
import { useMe } from '#frontend/shared/session/me.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Grid, Heading, Stack, Text } from '#frontend/ui/layout.tsx'
import { Card, Skeleton } from '#frontend/ui/surface.tsx'
import { PageNamePanel } from './page-name-panel.tsx'

const ProfileForm = lazyPart(
  () => import('./profile-form.tsx'),
  (m) => m.ProfileForm,
)
// On its way beside the profile that it shows.
ProfileForm.prepare()

const FormSkeleton = () => (
  <Stack gap="5">
    <Skeleton height="4.5rem" />
    <Skeleton height={{ base: '7.5rem', sm: '6.25rem' }} />
    <Skeleton height="11.5rem" />
    <Skeleton height="4.5rem" />
    <Skeleton height="11" />
  </Stack>
)

export const ProfileSettings = () => {
  const { data: me, error, refetch } = useMe()
  useLoadFailure(me ? null : error, 'Failed to load profile')
  if (error && !me) {
    return (
      <Card maxWidth="48rem">
        <Stack gap="4" alignItems="flex-start">
          <Heading look="heading">Failed to load profile</Heading>
          <Text color="ink.muted">{sentenceOf(error)}</Text>
          <Button onClick={() => void refetch()}>Try again</Button>
        </Stack>
      </Card>
    )
  }
  return (
    <Grid
      gap="8"
      alignItems="start"
      gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 3fr) minmax(0, 2fr)' }}
    >
      <Card aria-labelledby="about-you">
        <Heading id="about-you" look="heading" marginBottom="5">
          About you
        </Heading>
        <Suspense fallback={<FormSkeleton />}>{me ? <ProfileForm me={me} /> : <FormSkeleton />}</Suspense>
      </Card>
      <PageNamePanel />
    </Grid>
  )
}
