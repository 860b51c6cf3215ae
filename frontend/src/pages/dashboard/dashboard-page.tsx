import { Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useNavigate } from 'react-router-dom'
import { AccountSwitches } from '#frontend/features/accounts/public.ts'
import { CreateGalleryDialog, useSettingsDialog, useShareDialog } from '#frontend/features/galleries/public.ts'
import { BalanceTab } from '#frontend/features/payouts/public.ts'
import { PageNamePanel } from '#frontend/features/profiles/public.ts'
import { SubscriptionCard } from '#frontend/features/subscriptions/public.ts'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { useOpened } from '#frontend/shared/address/use-opened.ts'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { useLoadFailure } from '#frontend/shared/api/use-load-failure.ts'
import { useOwnGalleries, useOwnGallery } from '#frontend/shared/galleries/own-galleries.ts'
import { usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { noNewGallery } from '#frontend/shared/subscriptions/trial-words.ts'
import { useTrial } from '#frontend/shared/subscriptions/use-trial.ts'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Grid, Stack } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { EmptyState } from '#frontend/ui/surface.tsx'
import { Tabs } from '#frontend/ui/tabs.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { addresses, paths } from '#schema/paths.ts'
import { GalleriesTab } from './galleries-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { ProofingTab } from './proofing-tab.tsx'
import { tabOf } from './tabs.ts'

/** Of an account that is to be deleted: why nothing else can be done, and the money that it waits for. */
const ClosingDashboard = () => (
  <Page title="Dashboard">
    <Stack gap="8">
      <EmptyState
        title="Your account is being deleted"
        action={<ButtonLink to={paths.settings()}>Open settings</ButtonLink>}
      >
        Your pages and galleries are off the site. Settings show what the deletion waits for, and let you keep the
        account. Money that is due to you can be paid out below.
      </EmptyState>
      <BalanceTab />
    </Stack>
  </Page>
)

export const DashboardPage = () => {
  const { read, change } = useAddress()
  const creating = useOpened('new')
  const navigate = useNavigate()
  const trial = useTrial()
  const { data: galleries, error, isPending } = useOwnGalleries()
  const isClosing = error !== null && codeOf(error) === 'account_closing'
  useLoadFailure(galleries || isClosing ? null : error, 'Error loading galleries')
  const settings = useSettingsDialog()
  const share = useShareDialog(useOwnGallery(read('share')))
  usePrepared(CreateGalleryDialog)
  const create = () => (trial.isExpired ? toast(noNewGallery(trial)) : creating.open('gallery'))

  const tab = tabOf(read('tab'))
  // The other tabs have an action of their own that matters more; without a trial every tab has.
  const isMain = !trial.isExpired && (tab === 'overview' || tab === 'galleries')

  if (isClosing) return <ClosingDashboard />
  return (
    <Page
      title="Dashboard"
      loading={isPending}
      actions={
        <Button variant={isMain ? 'accent' : 'outline'} onClick={create} disabled={trial.loading}>
          <Plus aria-hidden />
          Create Gallery
        </Button>
      }
    >
      <Tabs
        label="Dashboard"
        value={tab}
        onChange={(next) =>
          change({
            tab: next === 'overview' ? undefined : next,
            gallery: undefined,
            session: undefined,
            show: undefined,
            edit: undefined,
            new: undefined,
            page: undefined,
            payout: undefined,
          })
        }
        tabs={[
          {
            value: 'overview',
            label: 'Overview',
            content: <OverviewTab onCreate={create} onSettings={settings.open} />,
          },
          { value: 'balance', label: 'Balance', content: <BalanceTab /> },
          {
            value: 'galleries',
            label: 'Gallery Management',
            content: <GalleriesTab onCreate={create} onSettings={settings.open} onShare={share.open} />,
          },
          { value: 'proofing', label: 'Client Proofing', content: <ProofingTab /> },
          {
            value: 'settings',
            label: 'Settings',
            content: (
              <Grid
                gap="8"
                alignItems="start"
                gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 2fr) minmax(0, 3fr)' }}
              >
                <PageNamePanel />
                <Stack gap="6">
                  <AccountSwitches />
                  <SubscriptionCard />
                </Stack>
              </Grid>
            ),
          },
        ]}
      />
      {creating.shown === 'gallery' && !trial.isExpired && (
        <Suspense>
          <CreateGalleryDialog
            onClose={creating.close}
            onCreated={({ id, isPublic }) => {
              const isFirst = galleries?.every((each) => each.id === id)
              // Of somebody's first gallery the photos come next; who makes one for a client hands it on next.
              if (isFirst && isPublic) void navigate(addresses.uploadTo(id), { replace: true })
              else change({ new: undefined, share: isPublic ? undefined : id }, { replace: true })
            }}
          />
        </Suspense>
      )}
      {settings.dialog}
      {share.dialog}
    </Page>
  )
}
