import { Page } from '#frontend/ui/page.tsx'

export const ProofPage = () => <Page title="Review photos">{null}</Page>
