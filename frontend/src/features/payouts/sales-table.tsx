import { Download, ReceiptText } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useOpened } from '#frontend/shared/address/use-opened.ts'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { LoadMore } from '#frontend/shared/api/load-more.tsx'
import { useReadPages } from '#frontend/shared/api/read-pages.ts'
import { saveText } from '#frontend/shared/download/save-text.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { titlesOf } from '#frontend/shared/format/titles.ts'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { Button, TextButton } from '#frontend/ui/button.tsx'
import { Heading, Row, Span, Stack, Text } from '#frontend/ui/layout.tsx'
import { Badge, EmptyState, Skeleton } from '#frontend/ui/surface.tsx'
import { Table, TableFrame } from '#frontend/ui/table.tsx'
import type { Sale } from '#schema/api/payouts.ts'
import { PayoutId } from '#schema/ids.ts'
import { formatPounds } from '#schema/money.ts'
import { payoutNameOf } from './payout-words.ts'
import { allSales, useSales } from './queries.ts'
import { saleStates } from './sale-states.ts'
import { salesFile } from './sales-file.ts'

const PayoutDialog = lazyPart(
  () => import('./payout-dialog.tsx'),
  (m) => m.PayoutDialog,
)

/** A narrow column breaks after the date, never within. */
const minuteOf = (timestamp: string) => formatMinute(timestamp).replaceAll(/ (?=.*,)/g, '\u00a0')
/** Nothing of a sale that was given back before it was paid out: it never clears. */
const whenOf = (sale: Sale): string | undefined => {
  if (sale.state === 'reversed') return undefined
  const isToCome = sale.state === 'pending' || new Date(sale.clearsAt).getTime() > Date.now()
  return `${isToCome ? 'Clears' : 'Cleared'} ${minuteOf(sale.clearsAt)}`
}

type SaleRowProps = { sale: Sale; onPayout: (payoutId: PayoutId) => void }
/** When it clears, or the payout that it left in: by day and sum, as its mail and Stripe have it. */
const Whereabouts = ({ sale, onPayout }: SaleRowProps) => {
  const { payout, state } = sale
  if (payout === null || state === 'pending') {
    return (
      <Text textStyle="fine" whiteSpace={{ sm: 'nowrap' }}>
        {whenOf(sale)}
      </Text>
    )
  }
  return (
    <TextButton display="block" textStyle="fine" onClick={() => onPayout(payout.id)}>
      {payoutNameOf(payout)}
    </TextButton>
  )
}

const SaleRow = ({ sale, onPayout }: SaleRowProps) => (
  <tr>
    <td>
      <Text>{titlesOf(sale).join(', ')}</Text>
      <Text textStyle="fine">
        Order <Span whiteSpace="nowrap">{sale.orderNumber}</Span>, {minuteOf(sale.paidAt)}
      </Text>
      <Text textStyle="fine" hideFrom="sm">
        {formatPounds(sale.grossPence)}, fee {formatPounds(sale.feePence)}
      </Text>
    </td>
    <td data-number data-wide>
      {formatPounds(sale.grossPence)}
    </td>
    <td data-number data-wide>
      {formatPounds(sale.feePence)}
    </td>
    <td data-number>
      <strong>{formatPounds(sale.sharePence - sale.reversedPence)}</strong>
      {sale.reversedPence > 0 && (
        <Text textStyle="fine">
          of {formatPounds(sale.sharePence)}: {formatPounds(sale.returnedPence)} went back to the buyer
        </Text>
      )}
    </td>
    <td>
      <Badge tone={saleStates[sale.state].tone}>{saleStates[sale.state].label}</Badge>
      <Whereabouts sale={sale} onPayout={onPayout} />
    </td>
  </tr>
)

const SaveButton = () => {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      saveText({ text: salesFile(await allSales()), fileName: 'darkslide-sales.csv', type: 'text/csv' })
    } catch (thrown) {
      complain('The file could not be made')(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" busy={busy} onClick={() => void save()}>
      {!busy && <Download aria-hidden />}
      Save as CSV
    </Button>
  )
}

/** The open wallet: every sale, what was kept of it, when it clears, and the payout it left in. */
export const SalesTable = () => {
  const query = useReadPages(useSales())
  const { data, error, refetch } = query
  const payout = useOpened('payout')
  const { data: payoutId } = PayoutId.safeParse(payout.shown)
  usePrepared(PayoutDialog)
  const sales = data?.pages.flatMap((page) => page.items)
  return (
    <section aria-labelledby="sales">
      <Row justifyContent="space-between" marginBottom="4">
        <Heading id="sales" look="section">
          Every sale
        </Heading>
        {sales && sales.length > 0 && <SaveButton />}
      </Row>
      {error && !sales ? (
        <EmptyState
          title="Sales could not be loaded"
          action={<Button onClick={() => void refetch()}>Try again</Button>}
        >
          {sentenceOf(error)}
        </EmptyState>
      ) : sales?.length === 0 ? (
        <EmptyState title="No sales yet" icon={<ReceiptText size={40} />}>
          Each sale appears here at once, with its price, the fee, your share and the minute it becomes available.
        </EmptyState>
      ) : (
        <Stack gap="4">
          <TableFrame aria-label="Sales" aria-busy={!sales}>
            <Table minWidth={{ sm: '44rem' }}>
              <thead>
                <tr>
                  <th scope="col">Photos</th>
                  <th scope="col" data-number data-wide>
                    Price
                  </th>
                  <th scope="col" data-number data-wide>
                    Fee
                  </th>
                  <th scope="col" data-number>
                    Your share
                  </th>
                  <th scope="col">State</th>
                </tr>
              </thead>
              <tbody>
                {sales
                  ? sales.map((sale) => (
                      <SaleRow key={`${sale.orderNumber} ${sale.paidAt}`} sale={sale} onPayout={payout.open} />
                    ))
                  : ['first', 'second', 'third'].map((place) => (
                      <tr key={place}>
                        <td colSpan={5}>
                          <Skeleton height="10" />
                        </td>
                      </tr>
                    ))}
              </tbody>
            </Table>
          </TableFrame>
          <LoadMore pages={query} count={sales?.length ?? 0} one="sale">
            Load More Sales
          </LoadMore>
        </Stack>
      )}
      {payoutId && (
        <Suspense>
          <PayoutDialog key={payoutId} payoutId={payoutId} onClose={payout.close} />
        </Suspense>
      )}
    </section>
  )
}
