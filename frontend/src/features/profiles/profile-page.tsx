import { Page } from '#frontend/ui/page.tsx'

export const ProfilePage = () => <Page title="Profile">{null}</Page>
