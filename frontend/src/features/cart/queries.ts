import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { grantsOf } from '#frontend/shared/api/grants.ts'
import { grantsKey } from '#frontend/shared/api/grants-key.ts'
import { turnToAsk } from '#frontend/shared/api/turn-to-ask.ts'
import type { createAttemptKeys } from '#frontend/shared/cart/attempt-key.ts'
import { askOf, type CartItem, photosOf, wholesOf } from '#frontend/shared/cart/cart-items.ts'
import { openedOrders } from '#frontend/shared/orders/opened-orders.ts'
import type { RequestOf } from '#schema/api/endpoint.ts'
import { orders } from '#schema/api/orders.ts'
import { whileBusy } from './while-busy.ts'

/** A cart as the server is asked about it. */
export const quoteRequest = (items: readonly CartItem[], discountCode: string | undefined) => ({
  body: {
    items: photosOf(items).map(askOf),
    galleryIds: wholesOf(items).map(({ galleryId }) => galleryId),
    ...(discountCode && { discountCode }),
    grants: grantsOf(items.map((item) => item.galleryId)),
  },
})

/**
 * The same with the orders that this browser has opened and not paid yet, of which one may hold the last use of the code.
 * Looked up as it is sent: they are no part of what is asked, and of none without a code.
 */
const withOpened = <B extends { discountCode?: string | undefined }>(body: B) => {
  const opened = body.discountCode === undefined ? [] : openedOrders()
  return opened.length === 0 ? body : { ...body, openedOrders: opened }
}

/** What is sent for it. */
export const sentQuote = (items: readonly CartItem[], discountCode: string | undefined) => ({
  body: withOpened(quoteRequest(items, discountCode).body),
})

const onStorage = (change: () => void) => {
  addEventListener('storage', change)
  return () => removeEventListener('storage', change)
}
/** Draws the cart anew when another tab is given a grant: a mailed link of a review opens in one of its own. */
const useGrantsOfTabs = () =>
  useSyncExternalStore(
    onStorage,
    () => localStorage.getItem(grantsKey),
    () => null,
  )

/** What the server asks for this cart now. The sums stay in place while new ones are on their way. */
export const useQuote = (items: readonly CartItem[], discountCode: string | undefined) => {
  useGrantsOfTabs()
  return useQuery({
    ...endpointQuery(orders.endpoints.quote, quoteRequest(items, discountCode), {
      staleFor: '10 s',
      enabled: items.length > 0,
    }),
    queryFn: async ({ signal }) => {
      await turnToAsk()
      return callEndpoint(orders.endpoints.quote, sentQuote(items, discountCode), { signal })
    },
    placeholderData: keepPreviousData,
    // What a cart cost when it was left says nothing of the prices that were read since, with another choice of photos.
    gcTime: 0,
  })
}

/** Asks whether a discount code holds. */
export const useDiscountTrial = () => useEndpoint(orders.endpoints.quote)

type CheckoutBody = RequestOf<typeof orders.endpoints.checkout>['body']

/**
 * Opens an order. A kept attempt whose order is over by now is begun anew, once, without a word; while too many others
 * buy (`isCrowded`) the same attempt is sent again.
 */
export const useCheckout = ({ keyFor, settle }: ReturnType<typeof createAttemptKeys>) => {
  const [isCrowded, setIsCrowded] = useState(false)
  const checkout = useMutation({
    mutationFn: async (body: CheckoutBody) => {
      const once = async () =>
        callEndpoint(orders.endpoints.checkout, {
          headers: { 'idempotency-key': await keyFor(body) },
          body: withOpened(body),
        })
      const send = () => whileBusy(once, { onBusy: () => setIsCrowded(true) })
      try {
        return await send()
      } catch (thrown) {
        if (codeOf(thrown) !== 'checkout_expired') throw thrown
        settle()
        return send()
      }
    },
    onSettled: () => setIsCrowded(false),
  })
  return { ...checkout, isCrowded }
}
