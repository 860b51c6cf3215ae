import { AccountSwitches, BrandCard, DangerZone, ExportCard, SecurityCard } from '#frontend/features/accounts/public.ts'
import { SubscriptionCard } from '#frontend/features/subscriptions/public.ts'
import { useMe } from '#frontend/shared/session/me.ts'
import { Stack } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'

export const SettingsPage = () => {
  const { data: me, isPending } = useMe()
  return (
    <Page
      title="Settings"
      narrow
      loading={isPending}
      lead="Your account, what we write to you about, and who sees you."
    >
      <Stack gap="8">
        <AccountSwitches />
        <BrandCard />
        <SubscriptionCard />
        <SecurityCard />
        {me && <ExportCard email={me.email} />}
        {me && <DangerZone email={me.email} />}
      </Stack>
    </Page>
  )
}
