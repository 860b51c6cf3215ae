import { chakra } from '@chakra-ui/react'
import { Global } from '@emotion/react'
import { Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useInstallation } from '#frontend/shared/contact/installation.ts'
import { formatDay, formatMinute } from '#frontend/shared/format/dates.ts'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Box, Grid, Stack, Text } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { PageLoading } from '#frontend/ui/page-loading.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { Table, TableFrame } from '#frontend/ui/table.tsx'
import type { OrderView } from '#schema/api/orders.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { formatPounds, includedPence, sumPence } from '#schema/money.ts'
import type { Trader } from '#schema/trader.ts'
import { soldName } from '#schema/web-size.ts'
import { searchOfOrder } from './receipt-address.ts'

/**
 * On paper there is the receipt alone, in ink: no navigation, no buttons, and no dark page. A browser leaves grounds out
 * unless it is told otherwise, so light letters of a dark page would be printed on white
 * (https://developer.mozilla.org/en-US/docs/Web/CSS/print-color-adjust).
 */
const onPaper: React.ComponentProps<typeof Global>['styles'] = {
  '@media print': {
    '@page': { size: 'A4', margin: '18mm' },
    'html, body, main, main *': {
      color: '#000 !important',
      background: 'none !important',
      borderColor: '#999 !important',
    },
    'body header, body footer, [data-screen-only]': { display: 'none !important' },
    main: { padding: '0 !important', minHeight: '0 !important' },
    '#root > div, main > div': { padding: '0 !important', maxWidth: 'none !important' },
    tr: { breakInside: 'avoid' },
    thead: { display: 'table-header-group' },
  },
}

const Party = ({ name, children }: { name: string; children: ReactNode }) => (
  <Box>
    <Text as="dt" textStyle="small" color="ink.muted">
      {name}
    </Text>
    <Text as="dd" overflowWrap="anywhere" whiteSpace="pre-line">
      {children}
    </Text>
  </Box>
)

const Total = chakra('tfoot', { base: { borderTopWidth: '1px', borderColor: 'line.strong' } })

const Sum = ({ name, strong = false, children }: { name: string; strong?: boolean; children: ReactNode }) => (
  <tr>
    <th scope="row">{strong ? <strong>{name}</strong> : name}</th>
    <td data-wide />
    <td data-number>{strong ? <strong>{children}</strong> : children}</td>
  </tr>
)

const Reduction = ({ name, pence }: { name: string; pence: number }) =>
  pence > 0 ? <Sum name={name}>-{formatPounds(pence)}</Sum> : null

const issuer = ({ name, address, companyNumber, vat }: Trader): string =>
  [
    name ?? 'Darkslide',
    address,
    companyNumber !== null && `Company number ${companyNumber}`,
    vat !== null && `VAT number ${vat.number}`,
  ]
    .filter((line) => typeof line === 'string')
    .join('\n')

/** Every line at its own price, what offers and code took off the whole, and what it came to. */
const Sums = ({ order, vat }: { order: OrderView; vat: Trader['vat'] }) => {
  const { items, subtotalPence, offerPence, discountPence, discountPercent, totalPence } = order
  const givenBack = sumPence([order.refundedPence, order.lostPence])
  return (
    <TableFrame aria-label="What was bought">
      <Table>
        <thead>
          <tr>
            <th scope="col">Photo</th>
            <th scope="col" data-wide>
              Photographer
            </th>
            <th scope="col" data-number>
              Price
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map(({ line, growsUntil, title, as, galleryTitle, photographerName, pricePence, returnedPence }) => (
            <tr key={line}>
              <td>
                <Text>{soldName(title, as)}</Text>
                <Text textStyle="fine">
                  {growsUntil === null
                    ? galleryTitle
                    : `All its photos, and those added until ${formatDay(growsUntil)}, but for those that their photographer keeps out`}
                </Text>
                <Text textStyle="fine" display={{ base: 'block', sm: 'none' }}>
                  by {photographerName}
                </Text>
                {returnedPence > 0 && <Text textStyle="fine">{formatPounds(returnedPence)} given back</Text>}
              </td>
              <td data-wide>{photographerName}</td>
              <td data-number>{formatPounds(pricePence)}</td>
            </tr>
          ))}
        </tbody>
        <Total>
          {subtotalPence !== totalPence && <Sum name="Subtotal">{formatPounds(subtotalPence)}</Sum>}
          <Reduction name="Several photos together" pence={offerPence} />
          <Reduction
            name={discountPercent > 0 ? `Discount code (${discountPercent}%)` : 'Discount code'}
            pence={discountPence - offerPence}
          />
          <Sum name="Total paid" strong>
            {formatPounds(totalPence)}
          </Sum>
          {vat !== null && totalPence > 0 && (
            <Sum name={`Of which VAT at ${vat.percent}%`}>{formatPounds(includedPence(totalPence, vat.percent))}</Sum>
          )}
          <Reduction name="Given back since" pence={givenBack} />
        </Total>
      </Table>
    </TableFrame>
  )
}

/** An order as a receipt: for the screen, for paper, and for the file that a browser makes of what it would print. */
export const Receipt = ({ order }: { order: OrderView }) => {
  const [search] = useSearchParams()
  const { data, error, refetch } = useInstallation()
  if (error)
    return <Refusal title="Receipt" message="This receipt could not be loaded." onRetry={() => void refetch()} />
  if (!data) return <PageLoading />
  const { trader } = data
  const { consent } = order
  return (
    <Page
      // Browsers call the file after the tab.
      title={`Receipt ${order.number}`}
      heading="Receipt"
      narrow
      actions={
        <Box data-screen-only display="flex" gap="3" flexWrap="wrap">
          <Button variant="accent" onClick={() => print()}>
            <Printer aria-hidden />
            Print or Save as PDF
          </Button>
          <ButtonLink to={searchOfOrder(search)}>Your Photos</ButtonLink>
        </Box>
      }
    >
      <Global styles={onPaper} />
      <Stack gap="8">
        <Grid as="dl" gap="5" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
          <Party name="Order number">{order.number}</Party>
          <Party name={order.totalPence > 0 ? 'Paid' : 'Ordered'}>
            <time dateTime={order.paidAt ?? order.createdAt}>{formatMinute(order.paidAt ?? order.createdAt)}</time>
          </Party>
          {order.customerEmail !== '' && (
            <Party name="Customer">{`${order.customerName}\n${order.customerEmail}`}</Party>
          )}
          <Party name="Issued by">{issuer(trader)}</Party>
        </Grid>
        <Sums order={order} vat={trader.vat} />
        {consent && (
          <Text textStyle="small" color="ink.muted">
            Agreed to by the customer on {formatMinute(consent.at)} (wording {consent.version})
            {consent.version === deliveryConsent.version && `: “${deliveryConsent.text}”`}
          </Text>
        )}
      </Stack>
    </Page>
  )
}
