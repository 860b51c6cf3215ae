import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { endpointQuery } from '#frontend/shared/api/endpoint-query.ts'
import { forgetOpened, openedOrders } from '#frontend/shared/orders/opened-orders.ts'
import { useTakeOut, useTakeOutReviewed } from '#frontend/shared/orders/take-out.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { useStable } from '#frontend/ui/use-stable.ts'
import { type OrderView, orders } from '#schema/api/orders.ts'
import { useOpenedOrders } from './use-opened-orders.ts'

const over: ReadonlySet<string> = new Set(['failed', 'expired'])
const unsettled: ReadonlySet<string> = new Set(['awaiting_payment', 'processing'])
type Asked = { state: { data: OrderView | undefined; error: Error | null } }
const pollMs = 5_000
/**
 * So long after each look an order that is not paid yet is asked for again: word of a payment comes within seconds. One
 * whose payment page was simply left is not paid for half an hour either, and then never.
 */
const pollsForMs = 120_000
/** Longer than what is said in passing: it is all that tells why the photos are gone. */
const reviewedStandsMs = 20_000

/**
 * Asks what became of the orders that this cart was led to pay for, whenever it is looked at: what was paid, and came back
 * in another browser, is taken out. So is what was paid and needs a person first. What is not paid keeps nobody from paying.
 */
export const PaidMeanwhile = () => {
  const takeOut = useTakeOut()
  const takeOutReviewed = useTakeOutReviewed()
  const { ids, atMs } = useOpenedOrders()
  const found = useQueries({
    queries: ids.map((orderId) => ({
      ...endpointQuery(orders.endpoints.get, { params: { orderId } }, { staleFor: 'never' }),
      refetchInterval: ({ state: { data, error } }: Asked) =>
        !error && unsettled.has(data?.status ?? '') && Date.now() - atMs < pollsForMs ? pollMs : false,
    })),
    combine: (results) =>
      results.map(({ data, error, refetch }, place) => ({ orderId: ids[place], data, error, refetch })),
  })
  const askAgain = useStable(() => {
    for (const { refetch } of found) void refetch({ cancelRefetch: false })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each look.
  useEffect(askAgain, [atMs, askAgain])
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each look, since what is under review may lie there again.
  useEffect(() => {
    for (const { orderId, data, error } of found) {
      if (!orderId) continue
      if (codeOf(error) === 'order_not_found' || over.has(data?.status ?? '')) forgetOpened(orderId)
      if (!data || !openedOrders().includes(orderId)) continue
      if (data.status === 'review' && takeOutReviewed(data))
        toast({
          kind: 'info',
          title: 'You have paid for these already',
          description: `Something about the payment of order ${data.number} needs a person. You will hear from us by email. Its photos are not in your cart any more, so that you do not pay twice.`,
          lifeMs: reviewedStandsMs,
        })
      if (data.status === 'completed' && takeOut(data))
        toast({
          kind: 'info',
          title: 'You have bought these already',
          description: `Order ${data.number} is paid: its photos are in your email.`,
        })
    }
  }, [atMs, found, takeOut, takeOutReviewed])
  return null
}
