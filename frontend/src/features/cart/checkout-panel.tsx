import { useQueryClient } from '@tanstack/react-query'
import { LockKeyhole } from 'lucide-react'
import { type FormEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type * as z from 'zod'
import { codeOf, fieldProblem, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { askAnew } from '#frontend/shared/api/drop-listed.ts'
import { grantsOf } from '#frontend/shared/api/grants.ts'
import { createAttemptKeys } from '#frontend/shared/cart/attempt-key.ts'
import { useCartActions } from '#frontend/shared/cart/cart.tsx'
import { askOf, type CartItem, photosOf, wholesOf } from '#frontend/shared/cart/cart-items.ts'
import type { ChangeDraft, Draft } from '#frontend/shared/cart/checkout-draft.ts'
import { TextField } from '#frontend/shared/forms/fields.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { noteOpened } from '#frontend/shared/orders/opened-orders.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { Button, TextLink } from '#frontend/ui/button.tsx'
import { Checkbox } from '#frontend/ui/checkbox.tsx'
import { Form } from '#frontend/ui/field.tsx'
import { Box, Heading, Row, Text } from '#frontend/ui/layout.tsx'
import { Card } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { usePageRestored } from '#frontend/ui/use-page-restored.ts'
import { Checkout, missingDetails, orders } from '#schema/api/orders.ts'
import { DeliveryConsent, deliveryConsent } from '#schema/consent.ts'
import { type ErrorCode, errors, sentenceFor } from '#schema/errors.ts'
import { limits } from '#schema/limits.ts'
import { formatPounds } from '#schema/money.ts'
import { addresses, paths } from '#schema/paths.ts'
import { CartReminder } from './cart-reminder.tsx'
import { isAboutCode } from './code-problems.ts'
import { DiscountField, useDiscount } from './discount-field.tsx'
import { useCheckout, type useQuote } from './queries.ts'
import { SummaryLines } from './summary-lines.tsx'

/** After these the same content may be sent again under the same key: nobody knows whether it arrived. */
const isUnsettled = (error: unknown) => ['unavailable', 'internal'].includes(codeOf(error))

/** After these codes the cart shows a message at its photos. */
const isAboutItems = (code: ErrorCode) =>
  ['price_changed', 'items_unavailable', 'items_locked', 'upgrade_under_way'].includes(code)

/** Said at the code, or above the photos. */
const isSaidAbove = (code: ErrorCode | undefined) =>
  isAboutCode(code) || code === 'cart_too_large' || code === 'cart_too_many_photographers'

/** What is typed and ticked here. */
const Buyer = Checkout.shape.customer.extend({ consent: DeliveryConsent })
type Buyer = z.input<typeof Buyer>
/** With which code, and at which total. */
type Agreed = { discountCode: string; seenPence: number }

type CheckoutPanelProps = {
  items: readonly CartItem[]
  quote: ReturnType<typeof useQuote>
  draft: Draft
  onChange: ChangeDraft
  /** Why the cart has to be corrected first, and what shows where. */
  block: { reason: string; show: () => void } | undefined
}

/** Milliseconds that a press on pay waits for a total that is on its way. */
const newTotalMs = 3_000

export const CheckoutPanel = ({ items, quote, draft, onChange, block }: CheckoutPanelProps) => {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { takeOrdered } = useCartActions()
  const [keys] = useState(() => createAttemptKeys(() => crypto.randomUUID()))
  const checkout = useCheckout(keys)
  const discount = useDiscount({ items, draft, onChange })
  const [isLeaving, setIsLeaving] = useState(false)
  const reasonId = useId()

  /** What lies in the cart while the page is shown. */
  const shown = useRef<readonly CartItem[]>(undefined)
  useLayoutEffect(() => {
    shown.current = items
    return () => {
      shown.current = undefined
    }
  }, [items])

  usePageRestored(() => setIsLeaving(false))

  // A kept code can have expired since, and one photo less can be too few for it.
  const quoteCode = quote.error ? codeOf(quote.error) : undefined
  const quoteError = quote.error
  const { takeBack } = discount
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal.
  useEffect(() => {
    if (isAboutCode(quoteCode)) takeBack(draft.discountCode, quoteError)
  }, [quoteCode, quoteError])

  const tell = (error: unknown, { discountCode, email }: { discountCode: string; email: string }) => {
    const code = codeOf(error)
    if (isAboutCode(code)) {
      takeBack(discountCode, error, { askedAs: email })
      return
    }
    if (code === 'cart_empty') {
      complain('Cart is empty')(error)
      return
    }
    const message = code === 'internal' ? 'Something went wrong during checkout.' : sentenceOf(error)
    toast({ title: 'Checkout failed', description: message })
  }

  /** The total that is on its way, in pence; `undefined` where none comes within a moment. */
  const newPence = async (): Promise<number | undefined> => {
    const asked = quote.refetch({ cancelRefetch: false }).then(({ data }) => data?.summary.totalPence)
    const late = new Promise<undefined>((resolve) => setTimeout(resolve, newTotalMs))
    return Promise.race([asked, late])
  }

  /**
   * The total that the buyer agrees to, in pence: what is on the screen; `undefined` where nothing is. Where another is on
   * its way it is waited for a moment, and counts if it is no higher, as does that of a code which was only typed
   * (`triedPence`): whoever has just given a code is not asked again for paying less.
   */
  const agreedPence = async (triedPence: number | undefined): Promise<number | undefined> => {
    const shownPence = quote.data?.summary.totalPence
    if (shownPence === undefined) return undefined
    const lastPence = triedPence ?? (quote.isPlaceholderData ? await newPence() : undefined)
    return Math.min(shownPence, lastPence ?? shownPence)
  }

  /** Has the total shown that was pressed for unseen, or says that there is none; nothing is ordered. */
  const showTotal = async () => {
    const pence = await newPence()
    // Of a cart that is not looked at any more there is nothing to say.
    if (shown.current === undefined) return
    if (pence === undefined) {
      const none = 'The total could not be worked out, so nothing is ordered. Please try again in a moment.'
      toast({ title: 'Checkout failed', description: none })
      return
    }
    const description = `It is ${formatPounds(pence)}. Nothing is ordered yet: press the button again to pay that.`
    toast({ kind: 'info', title: 'Please look at the total', description })
  }

  /** Opens the order; a refusal is told before its fields are marked. */
  const open = async ({ consent, ...customer }: Buyer, { discountCode, seenPence }: Agreed) => {
    const body = {
      items: photosOf(items).map((item) => ({ ...askOf(item), pricePence: item.pricePence })),
      galleries: wholesOf(items).map(({ galleryId, pricePence }) => ({ galleryId, pricePence })),
      customer,
      consent,
      ...(discountCode && { discountCode }),
      // The server refuses what the buyer has not seen.
      seenTotalPence: seenPence,
      grants: grantsOf(items.map((item) => item.galleryId)),
    }
    try {
      return await checkout.mutateAsync(body)
    } catch (thrown) {
      if (!isUnsettled(thrown)) keys.settle()
      if (isAboutItems(codeOf(thrown))) void quote.refetch()
      // What holds the use of the code is paid, perhaps with photos that lie here still.
      if (codeOf(thrown) === 'changed_meanwhile') void askAnew(queries, [orders.endpoints.get, orders.endpoints.quote])
      tell(thrown, { discountCode, email: customer.email })
      throw thrown
    }
  }

  const form = useForm({
    // The box is never ticked by us, after coming back neither.
    initial: { name: draft.name, email: draft.email, consent: false },
    schema: Buyer,
    bodyOf: ({ consent, ...customer }) => ({ ...customer, consent: consent ? deliveryConsent.version : '' }),
    send: async (buyer) => {
      if (items.length === 0) {
        toast({ title: 'Cart is empty', description: errors.cart_empty[1] })
        return
      }
      // A code that is typed counts, also when nobody pressed Apply; one that does not hold stops the payment.
      const applied = await discount.apply()
      if (applied === undefined) {
        discount.focus()
        return
      }
      const { code: discountCode, totalPence } = applied
      const seenPence = await agreedPence(totalPence)
      if (seenPence === undefined) {
        await showTotal()
        return
      }
      const answer = await open(buyer, { discountCode, seenPence })
      const isHere = shown.current !== undefined
      if (answer.kind === 'free') {
        keys.settle()
        const show = () => void navigate(addresses.freeOrder(answer.orderId))
        if (isHere) return show()
        takeOrdered(items)
        const action = { label: 'See the order', act: show }
        toast({ kind: 'success', title: 'Your order is ready', description: 'Its photos are in your email.', action })
        return
      }
      // Also where nobody is led there: it may hold the last use of the code.
      noteOpened(answer.orderId)
      // Whoever has left the cart, or changed it, would pay for something else than what is looked at.
      if (!isHere) return
      if (shown.current !== items) {
        toast({ title: 'Your cart has changed', description: 'Please look at it once more before you pay.' })
        return
      }
      setIsLeaving(true)
      location.assign(answer.url)
    },
    onInvalid: ({ name, email }) => {
      if (!name && !email) return
      const isMissing = form.values.name.trim() === '' || form.values.email.trim() === ''
      if (isMissing) toast({ title: 'Missing information', description: missingDetails, isAtField: true })
      else {
        const title = email ? 'Invalid email' : 'Missing information'
        toast({ title, description: email ?? name ?? '', isAtField: true })
      }
    },
    fieldsOf: (error) => {
      const [name, email] = [fieldProblem(error, 'customer.name'), fieldProblem(error, 'customer.email')]
      const consent = fieldProblem(error, 'consent')
      if (!name && !email && !consent) return undefined
      return { ...(name && { name }), ...(email && { email }), ...(consent && { consent }) }
    },
    // It was told already.
    onRefusal: () => undefined,
  })
  const { name, email } = form.values
  useEffect(() => onChange({ name, email }), [name, email, onChange])
  const isBusy = form.busy || isLeaving
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isLeaving && !block) void form.submit()
  }

  const totalPence = quote.data?.summary.totalPence
  // Of what cannot be bought the total is nothing, too.
  const isFree = totalPence === 0 && quote.data !== undefined && quote.data.lines.length + quote.data.wholes.length > 0
  const minimumPence = quote.data?.minimumPence ?? 0
  const isTooSmall = totalPence !== undefined && totalPence > 0 && totalPence < minimumPence
  // Also while there is no connection to ask over.
  const isStale = quote.isPlaceholderData
  return (
    <Card>
      <Form ref={form.form} onSubmit={onSubmit} aria-label="Checkout">
        <Heading look="heading">Checkout</Heading>
        <TextField
          {...form.field('name')}
          label="Full name"
          required
          autoComplete="name"
          maxLength={limits.order.nameLength}
        />
        <TextField
          {...form.field('email')}
          label="Email"
          required
          hint="Your receipt and download link go here."
          type="email"
          inputMode="email"
          autoComplete="email"
          maxLength={limits.order.emailLength}
        />
        <CartReminder email={email} items={items} reminder={draft.reminder} onChange={onChange} />
        <DiscountField discountCode={draft.discountCode} onChange={onChange} discount={discount} />
        <Box borderTopWidth="1px" borderColor="line" paddingTop="5">
          <SummaryLines summary={quote.data?.summary} isStale={isStale} />
          {isTooSmall && (
            <Text textStyle="small" color="danger" role="status" marginTop="3">
              {sentenceFor('total_too_small', { minimumPence })}
            </Text>
          )}
        </Box>
        {quote.error && !isSaidAbove(quoteCode) && !quote.data && (
          <Alert
            tone="danger"
            title={sentenceOf(quote.error)}
            action={
              <Button size="sm" onClick={() => void quote.refetch()}>
                Try again
              </Button>
            }
          />
        )}
        <Checkbox {...form.field('consent')} label={deliveryConsent.text} />
        <Button
          type="submit"
          variant="accent"
          size="lg"
          busy={isBusy}
          busyLabel={isLeaving ? 'Opening the payment page...' : 'Preparing your order...'}
          // Not `disabled`: it may have been pressed a moment ago, and would lose the focus.
          ended={block !== undefined}
          aria-describedby={block && reasonId}
        >
          {isFree ? 'Complete Free Order' : 'Proceed to Payment'}
        </Button>
        {block && (
          <Row gap="2" justifyContent="space-between">
            <Text id={reasonId} textStyle="small" color="danger">
              {block.reason}
            </Text>
            <Button size="sm" onClick={block.show}>
              See Why
            </Button>
          </Row>
        )}
        {checkout.isCrowded && (
          <Text textStyle="small" role="status">
            Very many people are buying at this moment. We keep trying for you; please stay on this page.
          </Text>
        )}
        <Text textStyle="small" color="ink.muted">
          By paying you agree to the <TextLink to={paths.terms()}>terms</TextLink>. What is kept about you is said in
          the <TextLink to={paths.privacy()}>privacy notice</TextLink>.
        </Text>
        <Row gap="2" color="ink.muted" fontSize="xs" flexWrap="nowrap" alignItems="flex-start">
          <Box flexShrink={0} paddingTop="0.5" aria-hidden>
            <LockKeyhole size={15} />
          </Box>
          <Text>Payment is secured by Stripe, a card payment provider. Your card number never reaches us.</Text>
        </Row>
      </Form>
    </Card>
  )
}
