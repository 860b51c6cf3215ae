import { useQueries } from '@tanstack/react-query'
import { useEffect } from 'react'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { endpointQuery } from '#frontend/shared/api/endpoint-query.ts'
import { forgetOpened, openedOrders } from '#frontend/shared/orders/opened-orders.ts'
import { useTakeOut } from '#frontend/shared/orders/take-out.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { useStable } from '#frontend/ui/use-stable.ts'
import { orders } from '#schema/api/orders.ts'
import { useOpenedOrders } from './use-opened-orders.ts'

const over: ReadonlySet<string> = new Set(['failed', 'expired'])

/**
 * Asks what became of the orders that this cart was led to pay for, whenever it is looked at: what was paid, and came back
 * in another browser, is taken out.
 */
export const PaidMeanwhile = () => {
  const takeOut = useTakeOut()
  const { ids, atMs } = useOpenedOrders()
  const found = useQueries({
    queries: ids.map((orderId) => endpointQuery(orders.endpoints.get, { params: { orderId } }, { staleFor: 'never' })),
    combine: (results) =>
      results.map(({ data, error, refetch }, place) => ({ orderId: ids[place], data, error, refetch })),
  })
  const askAgain = useStable(() => {
    for (const { refetch } of found) void refetch({ cancelRefetch: false })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each look.
  useEffect(askAgain, [atMs, askAgain])
  useEffect(() => {
    for (const { orderId, data, error } of found) {
      if (!orderId) continue
      if (codeOf(error) === 'order_not_found' || over.has(data?.status ?? '')) forgetOpened(orderId)
      if (data?.status !== 'completed' || !openedOrders().includes(orderId)) continue
      if (takeOut(data))
        toast({
          kind: 'info',
          title: 'You have bought these already',
          description: `Order ${data.number} is paid: its photos are in your email.`,
        })
    }
  }, [found, takeOut])
  return null
}
