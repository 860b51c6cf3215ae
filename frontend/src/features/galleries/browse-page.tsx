import { Page } from '#frontend/ui/page.tsx'

export const BrowsePage = () => <Page title="Browse">{null}</Page>
