import type { ReactNode } from 'react'
import { useInstallation } from '#frontend/shared/contact/installation.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { TextAnchor } from '#frontend/ui/button.tsx'
import { Box, Stack, Text } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { PageLoading } from '#frontend/ui/page-loading.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box>
    <Text as="dt" textStyle="small" color="ink.muted">
      {name}
    </Text>
    <Text as="dd" overflowWrap="anywhere">
      {children}
    </Text>
  </Box>
)

/** Who runs the site and how to reach them: what the E-Commerce Regulations 2002, regulation 6, want to be easy to find. */
export const ContactPage = () => {
  const { data, error, refetch } = useInstallation()
  if (error) return <Refusal title="Contact" message="This page could not be loaded." onRetry={() => void refetch()} />
  if (!data) return <PageLoading />
  const { supportAddress, trader } = data
  return (
    <Page title="Contact" lead="A person reads what you write." narrow>
      {trader.name === null && <Alert tone="neutral" title="Whoever runs this site has not said yet who they are." />}
      <Stack as="dl" gap="5">
        <Detail name="Email">
          <TextAnchor href={`mailto:${supportAddress}`}>{supportAddress}</TextAnchor>
        </Detail>
        {trader.name !== null && <Detail name="Run by">{trader.name}</Detail>}
        {trader.address !== null && <Detail name="Address">{trader.address}</Detail>}
        {trader.companyNumber !== null && <Detail name="Company number">{trader.companyNumber}</Detail>}
        {trader.vat !== null && <Detail name="VAT number">{trader.vat.number}</Detail>}
        <Detail name="A photo that should not be here">
          Every gallery has a “Report” button at its end. It reaches us faster than a letter.
        </Detail>
        <Detail name="A purchase">
          Please give the order number of your receipt, for example DS-7K3M9Q2A. Never send a card number.
        </Detail>
      </Stack>
    </Page>
  )
}
