import { chakra } from '@chakra-ui/react'
import { SkeletonText } from '#frontend/ui/surface.tsx'
import type { CartSummary } from '#schema/api/orders.ts'
import { feePercent, formatPounds } from '#schema/money.ts'

const SummaryList = chakra('dl', { base: { display: 'flex', flexDirection: 'column', gap: '2' } })
const SummaryRow = chakra('div', { base: { display: 'flex', justifyContent: 'space-between', gap: '4' } })

/** What a cart costs, and who gets it: the server’s sums. */
export const SummaryLines = ({ summary, isStale }: { summary: CartSummary | undefined; isStale: boolean }) => {
  const money = (amount: number | undefined) => (
    <SkeletonText loading={amount === undefined}>{formatPounds(amount ?? 0)}</SkeletonText>
  )
  const {
    subtotalPence,
    offerPence = 0,
    discountPence,
    discountPercent = 0,
    feePence,
    earningsPence,
    totalPence,
  } = summary ?? {}
  return (
    <SummaryList aria-label="Summary" aria-busy={isStale} opacity={isStale ? 0.6 : 1}>
      <SummaryRow>
        <dt>Subtotal</dt>
        <dd>{money(subtotalPence)}</dd>
      </SummaryRow>
      {offerPence > 0 && (
        <SummaryRow color="success">
          <dt>Cheaper together</dt>
          <dd>−{formatPounds(offerPence)}</dd>
        </SummaryRow>
      )}
      <SummaryRow color={(discountPence ?? 0) > 0 ? 'success' : 'ink.muted'}>
        <dt>Discount{discountPercent > 0 && ` (${String(discountPercent)}%)`}</dt>
        <dd>
          {discountPence !== undefined && discountPence > 0 && '−'}
          {money(discountPence)}
        </dd>
      </SummaryRow>
      <SummaryRow color="ink.muted" fontSize="sm">
        <dt>Platform fee ({feePercent}%), included</dt>
        <dd>{money(feePence)}</dd>
      </SummaryRow>
      <SummaryRow color="ink.muted" fontSize="sm">
        <dt>Photographer earnings, included</dt>
        <dd>{money(earningsPence)}</dd>
      </SummaryRow>
      <SummaryRow
        fontSize="lg"
        fontWeight="semibold"
        borderTopWidth="1px"
        borderColor="line"
        paddingTop="3"
        marginTop="1"
      >
        <dt>Total</dt>
        <dd data-testid="cart-total">{money(totalPence)}</dd>
      </SummaryRow>
    </SummaryList>
  )
}
