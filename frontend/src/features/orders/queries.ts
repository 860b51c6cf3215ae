import { useQuery } from '@tanstack/react-query'
import { endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { orders } from '#schema/api/orders.ts'

const { confirm, get, download } = orders.endpoints
/** How often an order that is still being paid is asked for. */
const pollMs = 2_000
const settled: ReadonlySet<string> = new Set(['completed', 'failed', 'expired', 'review'])

/** The order of a Checkout Session, asked for until the payment has settled. */
export const usePaidOrder = (sessionId: string) =>
  useQuery({
    ...endpointQuery(confirm, { body: { sessionId } }, { staleFor: '5 min', enabled: sessionId !== '' }),
    refetchInterval: (query) => (query.state.data?.state === 'processing' ? pollMs : false),
  })

/** An order by its secret id: free orders, and the link in the receipt. */
export const useOrder = (orderId: string) =>
  useQuery({
    ...endpointQuery(get, { params: { orderId } }, { staleFor: '5 min', enabled: orderId !== '' }),
    refetchInterval: ({ state }) => (state.data && !settled.has(state.data.status) ? pollMs : false),
  })

export const useDownload = () => useEndpoint(download)
