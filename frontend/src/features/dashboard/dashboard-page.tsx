import { Plus } from 'lucide-react'
import { useState } from 'react'
import { AccountSwitches } from '#frontend/features/accounts/account-switches.tsx'
import { BalanceTab } from '#frontend/features/payouts/balance-tab.tsx'
import { PageNamePanel } from '#frontend/features/profiles/page-name-panel.tsx'
import { ProofingTab } from '#frontend/features/proofing/proofing-tab.tsx'
import { useTrial } from '#frontend/features/subscriptions/use-trial.ts'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Stack } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { Tabs } from '#frontend/ui/tabs.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { CreateGalleryDialog } from './create-gallery-dialog.tsx'
import { GalleriesTab, useSettingsDialog } from './galleries-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { useOwnGalleries } from './queries.ts'
import { tabOf } from './tabs.ts'

export const DashboardPage = () => {
  const { read, change } = useAddress()
  const trial = useTrial()
  const { isPending } = useOwnGalleries()
  const settings = useSettingsDialog()
  const [isCreating, setIsCreating] = useState(false)
  const refuse = () => toast({ title: 'Trial Expired', description: 'Please subscribe to create new galleries.' })
  const create = () => (trial.isExpired ? refuse() : setIsCreating(true))
  const openSettings = (galleryId: string) =>
    trial.isExpired
      ? toast({ title: 'Trial Expired', description: 'Please subscribe to change your galleries.' })
      : settings.open(galleryId)

  return (
    <Page
      title="Dashboard"
      loading={isPending}
      actions={
        <Button variant="accent" onClick={create} disabled={trial.loading}>
          <Plus aria-hidden />
          Create Gallery
        </Button>
      }
    >
      <Tabs
        label="Dashboard"
        value={tabOf(read('tab'))}
        onChange={(tab) =>
          change({ tab: tab === 'overview' ? undefined : tab, gallery: undefined, session: undefined })
        }
        tabs={[
          {
            value: 'overview',
            label: 'Overview',
            content: <OverviewTab onCreate={create} onSettings={openSettings} />,
          },
          { value: 'balance', label: 'Balance', content: <BalanceTab /> },
          {
            value: 'galleries',
            label: 'Gallery Management',
            content: <GalleriesTab onCreate={create} onSettings={openSettings} />,
          },
          { value: 'proofing', label: 'Client Proofing', content: <ProofingTab /> },
          {
            value: 'settings',
            label: 'Settings',
            content: (
              <Stack gap="8" maxWidth="48rem">
                <PageNamePanel />
                <AccountSwitches />
              </Stack>
            ),
          },
        ]}
      />
      {isCreating && <CreateGalleryDialog onClose={() => setIsCreating(false)} />}
      {settings.dialog}
    </Page>
  )
}
