import { Page } from '#frontend/ui/page.tsx'

export const GalleryPage = () => <Page title="Gallery">{null}</Page>
