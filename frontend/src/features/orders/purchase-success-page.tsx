import { Page } from '#frontend/ui/page.tsx'

export const PurchaseSuccessPage = () => <Page title="Your order">{null}</Page>
