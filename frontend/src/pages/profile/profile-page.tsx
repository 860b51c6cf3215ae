import { SalesAnalytics } from '#frontend/features/analytics/public.ts'
import { ProfileSettings } from '#frontend/features/profiles/public.ts'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { useMe } from '#frontend/shared/session/me.ts'
import { Page } from '#frontend/ui/page.tsx'
import { Tabs } from '#frontend/ui/tabs.tsx'

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
