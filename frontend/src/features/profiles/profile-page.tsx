import { useEffect } from 'react'
import { SalesAnalytics } from '#frontend/features/analytics/sales-analytics.tsx'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Heading, Stack, Text } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { Card, Skeleton } from '#frontend/ui/surface.tsx'
import { Tabs } from '#frontend/ui/tabs.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { PageNamePanel } from './page-name-panel.tsx'
import { ProfileForm } from './profile-form.tsx'
import { useMe } from './queries.ts'

const ProfileSettings = () => {
  const { data: me, error, refetch } = useMe()
  const isFailing = error !== null && !me
  useEffect(() => {
    if (isFailing) toast({ title: 'Failed to load profile', description: sentenceOf(error) })
  }, [isFailing, error])
  if (isFailing) {
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
    <Stack gap="8" maxWidth="48rem">
      <Card aria-labelledby="about-you">
        <Heading id="about-you" look="heading" marginBottom="5">
          About you
        </Heading>
        {me ? (
          <ProfileForm me={me} />
        ) : (
          <Stack gap="5">
            <Skeleton height="16" />
            <Skeleton height="16" />
            <Skeleton height="32" />
            <Skeleton height="16" />
          </Stack>
        )}
      </Card>
      <PageNamePanel />
    </Stack>
  )
}

export const ProfilePage = () => {
  const { read, change } = useAddress()
  const { isPending } = useMe()
  return (
    <Page title="Profile" loading={isPending}>
      <Tabs
        label="Profile"
        value={read('tab') === 'analytics' ? 'analytics' : 'settings'}
        onChange={(tab) => change({ tab: tab === 'analytics' ? tab : undefined, window: undefined })}
        tabs={[
          { value: 'settings', label: 'Profile Settings', content: <ProfileSettings /> },
          { value: 'analytics', label: 'Sales Analytics', content: <SalesAnalytics /> },
        ]}
      />
    </Page>
  )
}
