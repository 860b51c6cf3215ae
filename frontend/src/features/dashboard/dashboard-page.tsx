import { Page } from '#frontend/ui/page.tsx'

export const DashboardPage = () => <Page title="Dashboard">{null}</Page>
