import { Page } from '#frontend/ui/page.tsx'

export const AuthPage = () => <Page title="Sign In">{null}</Page>
