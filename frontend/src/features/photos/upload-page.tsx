import { Page } from '#frontend/ui/page.tsx'

export const UploadPage = () => <Page title="Upload photos">{null}</Page>
