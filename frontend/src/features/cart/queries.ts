import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { grantsOf } from '#frontend/shared/api/grants.ts'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import { orders } from '#schema/api/orders.ts'

/** A cart as the server is asked about it. */
export const quoteRequest = (items: readonly CartItem[], discountCode: string | undefined) => ({
  body: {
    photoIds: items.map((item) => item.photoId),
    ...(discountCode && { discountCode }),
    grants: grantsOf(items.map((item) => item.galleryId)),
  },
})

/** What the server asks for this cart now. The sums stay in place while new ones are on their way. */
export const useQuote = (items: readonly CartItem[], discountCode: string | undefined) =>
  useQuery({
    ...endpointQuery(orders.endpoints.quote, quoteRequest(items, discountCode), {
      staleFor: '10 s',
      enabled: items.length > 0,
    }),
    placeholderData: keepPreviousData,
  })

/** Asks whether a discount code holds. */
export const useDiscountTrial = () => useEndpoint(orders.endpoints.quote)
export const useCheckout = () => useEndpoint(orders.endpoints.checkout)
