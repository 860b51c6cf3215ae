import { Page } from '#frontend/ui/page.tsx'

export const LandingPage = () => <Page title="Darkslide">{null}</Page>
