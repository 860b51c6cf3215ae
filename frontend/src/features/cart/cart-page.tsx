import { Page } from '#frontend/ui/page.tsx'

export const CartPage = () => <Page title="Cart">{null}</Page>
