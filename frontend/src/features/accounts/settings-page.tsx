import { Page } from '#frontend/ui/page.tsx'

export const SettingsPage = () => <Page title="Settings">{null}</Page>
