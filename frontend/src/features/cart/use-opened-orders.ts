import { useEffect, useState } from 'react'
import { openedOrders } from '#frontend/shared/orders/opened-orders.ts'
import { openedOrdersKey } from '#frontend/shared/orders/opened-orders-key.ts'
import { usePageRestored } from '#frontend/ui/use-page-restored.ts'
import { useStable } from '#frontend/ui/use-stable.ts'

/**
 * The orders whose payment page this browser was led to, as of the last look at this page: read when it is opened, when it
 * comes back as it was left, when its tab is looked at again, and when another tab opens one. Not as this page leaves for
 * the payment itself, for what begins to load then is broken off.
 */
export const useOpenedOrders = () => {
  const [look, setLook] = useState(() => ({ ids: openedOrders(), atMs: Date.now() }))
  const lookAgain = useStable(() => setLook({ ids: openedOrders(), atMs: Date.now() }))
  usePageRestored(lookAgain)
  useEffect(() => {
    const shown = () => document.visibilityState === 'visible' && lookAgain()
    const told = ({ key }: StorageEvent) => (key === openedOrdersKey || key === null) && lookAgain()
    document.addEventListener('visibilitychange', shown)
    addEventListener('storage', told)
    return () => {
      document.removeEventListener('visibilitychange', shown)
      removeEventListener('storage', told)
    }
  }, [lookAgain])
  return look
}
