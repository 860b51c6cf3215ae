import { Page } from '#frontend/ui/page.tsx'

export const PortfolioPage = () => <Page title="Portfolio">{null}</Page>
