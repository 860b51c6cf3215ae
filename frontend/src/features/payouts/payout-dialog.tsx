import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { titlesOf } from '#frontend/shared/format/titles.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Span, Stack, Text } from '#frontend/ui/layout.tsx'
import { Skeleton } from '#frontend/ui/surface.tsx'
import { Table, TableFrame } from '#frontend/ui/table.tsx'
import type { PayoutView } from '#schema/api/payouts.ts'
import type { PayoutId } from '#schema/ids.ts'
import { formatPounds } from '#schema/money.ts'
import { payoutNameOf, payoutStates } from './payout-words.ts'
import { usePayout } from './queries.ts'

const SalesOfPayout = ({ sales }: Pick<PayoutView, 'sales'>) => (
  <TableFrame aria-label="Sales in this payout">
    <Table>
      <thead>
        <tr>
          <th scope="col">Photos</th>
          <th scope="col" data-number>
            In this payout
          </th>
        </tr>
      </thead>
      <tbody>
        {sales.map((sale) => (
          <tr key={`${sale.orderNumber} ${sale.paidAt}`}>
            <td>
              <Text overflowWrap="anywhere">{titlesOf(sale).join(', ')}</Text>
              <Text textStyle="fine">
                Order <Span whiteSpace="nowrap">{sale.orderNumber}</Span>, {formatMinute(sale.paidAt)}
              </Text>
            </td>
            <td data-number>
              {formatPounds(sale.amountPence)}
              {sale.isUnsent && <Text textStyle="fine">not sent</Text>}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  </TableFrame>
)

/** One payout by its day and sum, and the sales that are in it. */
export const PayoutDialog = ({ payoutId, onClose }: { payoutId: PayoutId; onClose: () => void }) => {
  const { data: payout, error, refetch } = usePayout(payoutId)
  return (
    <Dialog
      open
      title={payout ? payoutNameOf(payout) : 'Payout'}
      description={payout && payoutStates[payout.state]}
      onClose={onClose}
    >
      {payout ? (
        <SalesOfPayout sales={payout.sales} />
      ) : error ? (
        <Stack gap="3">
          <Text>{sentenceOf(error)}</Text>
          <Button onClick={() => void refetch()}>Try again</Button>
        </Stack>
      ) : (
        <Skeleton height="32" />
      )}
    </Dialog>
  )
}
