import { Page } from '#frontend/ui/page.tsx'

export const PortfolioGalleryPage = () => <Page title="Gallery">{null}</Page>
