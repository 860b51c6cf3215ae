import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { codeOf, waitSentenceOf } from '#frontend/shared/api/api-error.ts'
import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'
import { useTakeOut } from '#frontend/shared/orders/take-out.ts'
import { Column, Heading, Stack, Text } from '#frontend/ui/layout.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { Spinner } from '#frontend/ui/spinner.tsx'
import type { OrderView } from '#schema/api/orders.ts'
import { orderParameters, paths } from '#schema/paths.ts'
import { OrderDetails } from './order-details.tsx'
import { isPassing, isUnderWay, useOrder, usePaidOrder } from './queries.ts'
import { asksForReceipt } from './receipt-address.ts'

const Receipt = lazyPart(
  () => import('./receipt.tsx'),
  (m) => m.Receipt,
)

/** The card's sentence (specification, section 8) for what went wrong on either way to this page. */
const sentenceFor = (error: unknown, isFree: boolean) => {
  const code = codeOf(error)
  if (code === 'invalid_session' || code === 'invalid_request') return isFree ? 'Order not found' : 'Invalid session'
  if (code === 'order_not_found' || code === 'not_found') return 'Order not found'
  return waitSentenceOf(error) ?? (isFree ? 'Failed to process free order' : 'Failed to process payment')
}

const PaymentError = ({ message, onRetry }: { message: string; onRetry?: (() => void) | undefined }) => (
  <Refusal
    title="Payment Error"
    message={message}
    onRetry={onRetry}
    back={{ to: paths.cart(), label: 'Return to Cart' }}
  />
)

/** It has the focus: when another heading takes its place, that is read out (`PageFocus`). */
const beginHere = (heading: HTMLElement | null) => heading?.focus({ preventScroll: true })

const Processing = () => {
  return (
    <BarePage title="Processing your order" loading>
      <Column paddingBlock={{ base: '20', md: '32' }}>
        <Stack alignItems="center" textAlign="center" gap="5" role="status">
          <Spinner size="page" />
          <Heading as="h1" look="section" ref={beginHere} tabIndex={-1} outline="none">
            Processing your order
          </Heading>
          <Text color="ink.muted" maxWidth="text">
            We are waiting for the payment to be confirmed. This usually takes a few seconds; you can leave this page
            open.
          </Text>
        </Stack>
      </Column>
    </BarePage>
  )
}

const UnderReview = ({ orderNumber }: { orderNumber: string }) => (
  <Refusal
    title="We are looking at your order"
    message={`Something about the payment of order ${orderNumber} needs a person. You will hear from us by email.`}
    back={{ to: paths.home(), label: 'Return Home' }}
  />
)

const Completed = ({ order }: { order: OrderView }) => {
  const takeOut = useTakeOut()
  useEffect(() => void takeOut(order), [order, takeOut])
  const [search] = useSearchParams()
  return asksForReceipt(search) ? <Receipt order={order} /> : <OrderDetails order={order} />
}

const PaidOrder = ({ sessionId }: { sessionId: string }) => {
  const { data, error, refetch } = usePaidOrder(sessionId)
  if (data?.state === 'completed') return <Completed order={data.order} />
  if (data?.state === 'review') return <UnderReview orderNumber={data.orderNumber} />
  // While it was on its way, a refusal that passes changes nothing: it is asked for again.
  if (error && (!data || !isPassing(error))) {
    const onRetry = isPassing(error) ? () => void refetch() : undefined
    return <PaymentError message={sentenceFor(error, false)} onRetry={onRetry} />
  }
  return <Processing />
}

const KnownOrder = ({ orderId, isFree }: { orderId: string; isFree: boolean }) => {
  const { data: order, error, refetch } = useOrder(orderId)
  // What has settled is shown on, whatever became of the last look at it.
  if (error && (!order || (isUnderWay(order) && !isPassing(error)))) {
    const onRetry = isPassing(error) ? () => void refetch() : undefined
    return <PaymentError message={sentenceFor(error, isFree)} onRetry={onRetry} />
  }
  if (!order || isUnderWay(order)) return <Processing />
  if (order.status === 'failed' || order.status === 'expired')
    return <PaymentError message="Failed to process payment" />
  if (order.status === 'review') return <UnderReview orderNumber={order.number} />
  return <Completed order={order} />
}

export const PurchaseSuccessPage = () => {
  const [search] = useSearchParams()
  const sessionId = search.get(orderParameters.session) ?? ''
  const orderId = search.get(orderParameters.order) ?? ''
  if (sessionId) return <PaidOrder sessionId={sessionId} />
  if (orderId) return <KnownOrder orderId={orderId} isFree={search.get(orderParameters.isFree) === 'true'} />
  return <PaymentError message="Invalid session" />
}
