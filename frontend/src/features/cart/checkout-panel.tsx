import { LockKeyhole } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { codeOf, fieldProblem, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { grantsOf } from '#frontend/shared/api/grants.ts'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Field, Form, Input } from '#frontend/ui/field.tsx'
import { Box, Heading, Row, Text } from '#frontend/ui/layout.tsx'
import { Card } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { Checkout } from '#schema/api/orders.ts'
import { type ErrorCode, errors } from '#schema/errors.ts'
import { limits } from '#schema/limits.ts'
import { minimumChargePence } from '#schema/money.ts'
import { addresses } from '#schema/paths.ts'
import { createAttemptKeys } from './attempt-key.ts'
import type { Draft } from './checkout-draft.ts'
import { DiscountField, useDiscount } from './discount-field.tsx'
import { useCheckout, type useQuote } from './queries.ts'
import { SummaryLines } from './summary-lines.tsx'

const Customer = Checkout.shape.customer
type Problems = { name?: string | undefined; email?: string | undefined }

/** The first reason of each field, in the contract's words. */
const problemsOf = (customer: { name: string; email: string }): Problems => {
  const parsed = Customer.safeParse(customer)
  if (parsed.success) return {}
  const reasonFor = (field: string) => parsed.error.issues.find((issue) => issue.path[0] === field)?.message
  return { name: reasonFor('name'), email: reasonFor('email') }
}

const focusIn = (form: HTMLFormElement, name: string) => form.querySelector<HTMLElement>(`[name=${name}]`)?.focus()

/** After these the same content may be sent again under the same key: nobody knows whether it arrived. */
const isUnsettled = (error: unknown) => ['unavailable', 'internal'].includes(codeOf(error))

/** After these the cart has something to say of its photos. */
const isAboutItems = (code: ErrorCode) => ['price_changed', 'items_unavailable', 'items_locked'].includes(code)

type CheckoutPanelProps = {
  items: readonly CartItem[]
  quote: ReturnType<typeof useQuote>
  draft: Draft
  onChange: (changes: Partial<Draft>) => void
  /** Something in the cart must be mended first. */
  isBlocked: boolean
}

export const CheckoutPanel = ({ items, quote, draft, onChange, isBlocked }: CheckoutPanelProps) => {
  const navigate = useNavigate()
  const [keys] = useState(() => createAttemptKeys(() => crypto.randomUUID()))
  const checkout = useCheckout(keys)
  const [problems, setProblems] = useState<Problems>({})
  const discount = useDiscount({ items, draft, onChange })
  const [isApplying, setIsApplying] = useState(false)
  const [isLeaving, setIsLeaving] = useState(false)
  const isBusy = isApplying || checkout.isPending || isLeaving

  // Coming back from the payment page with the browser's button shows this page as it was left.
  useEffect(() => {
    const onShow = () => setIsLeaving(false)
    addEventListener('pageshow', onShow)
    return () => removeEventListener('pageshow', onShow)
  }, [])

  // A kept code can have expired since.
  const quoteCode = quote.error ? codeOf(quote.error) : undefined
  useEffect(() => {
    if (quoteCode !== 'invalid_discount_code') return
    onChange({ discountCode: '' })
    toast({ title: 'Invalid discount code', description: errors.invalid_discount_code[1] })
  }, [quoteCode, onChange])

  const refuse = (error: Error) => {
    if (!isUnsettled(error)) keys.settle()
    setProblems({ name: fieldProblem(error, 'customer.name'), email: fieldProblem(error, 'customer.email') })
    const code = codeOf(error)
    if (isAboutItems(code)) void quote.refetch()
    if (code === 'invalid_discount_code') {
      onChange({ discountCode: '' })
      toast({ title: 'Invalid discount code', description: sentenceOf(error) })
      return
    }
    if (code === 'cart_empty') {
      toast({ title: 'Cart is empty', description: sentenceOf(error) })
      return
    }
    const message = code === 'internal' ? 'Something went wrong during checkout.' : sentenceOf(error)
    toast({ title: 'Checkout failed', description: message })
  }

  const type = (field: 'name' | 'email') => (event: ChangeEvent<HTMLInputElement>) => {
    onChange({ [field]: event.currentTarget.value })
    // The reason was about what stood there before.
    setProblems((known) => ({ ...known, [field]: undefined }))
  }

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    const form = event.currentTarget
    const { name, email } = draft
    const found = problemsOf({ name, email })
    setProblems(found)
    const wrong = found.name ? 'name' : found.email ? 'email' : undefined
    if (wrong) focusIn(form, wrong)
    if (items.length === 0) {
      toast({ title: 'Cart is empty', description: errors.cart_empty[1] })
      return
    }
    if (name.trim() === '' || email.trim() === '') {
      toast({ title: 'Missing information', description: 'Please fill in your name and email address.' })
      return
    }
    if (found.name || found.email) {
      toast({
        title: found.email ? 'Invalid email' : 'Missing information',
        description: found.email ?? found.name ?? '',
      })
      return
    }
    void pay(form)
  }

  /** A code that is typed counts, also when nobody pressed Apply; one that does not hold stops the payment. */
  const pay = async (form: HTMLFormElement) => {
    setIsApplying(true)
    const discountCode = await discount.apply()
    setIsApplying(false)
    if (discountCode === undefined) focusIn(form, 'discountCode')
    else send(discountCode)
  }

  const send = (discountCode: string) => {
    const { name, email } = draft
    const body = {
      items: items.map(({ photoId, pricePence }) => ({ photoId, pricePence })),
      customer: { name, email },
      ...(discountCode && { discountCode }),
      grants: grantsOf(items.map((item) => item.galleryId)),
    }
    checkout.mutate(body, {
      onSuccess: (answer) => {
        if (answer.kind === 'pay') {
          setIsLeaving(true)
          location.assign(answer.url)
          return
        }
        keys.settle()
        void navigate(addresses.freeOrder(answer.orderId))
      },
      onError: refuse,
    })
  }

  const totalPence = quote.data?.summary.totalPence
  const isFree = totalPence === 0
  const isTooSmall = totalPence !== undefined && totalPence > 0 && totalPence < minimumChargePence
  const isStale = quote.isFetching && quote.isPlaceholderData
  return (
    <Card>
      <Form onSubmit={onSubmit} aria-label="Checkout">
        <Heading look="heading">Checkout</Heading>
        <Field label="Full name" required error={problems.name}>
          <Input
            name="name"
            autoComplete="name"
            maxLength={limits.order.nameLength}
            value={draft.name}
            onChange={type('name')}
          />
        </Field>
        <Field label="Email" required error={problems.email} hint="Your receipt and download link go here.">
          <Input
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={limits.order.emailLength}
            value={draft.email}
            onChange={type('email')}
          />
        </Field>
        <DiscountField draft={draft} onChange={onChange} discount={discount} />
        <Box borderTopWidth="1px" borderColor="line" paddingTop="5">
          <SummaryLines summary={quote.data?.summary} isStale={isStale} />
          {isTooSmall && (
            <Text textStyle="small" color="danger" role="status" marginTop="3">
              {errors.total_too_small[1]}
            </Text>
          )}
        </Box>
        {quote.error && quoteCode !== 'invalid_discount_code' && !quote.data && (
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
        <Button
          type="submit"
          variant="accent"
          size="lg"
          busy={isBusy}
          busyLabel={isLeaving ? 'Opening the payment page...' : 'Preparing your order...'}
          disabled={isBlocked}
        >
          {isFree ? 'Complete Free Order' : 'Proceed to Payment'}
        </Button>
        {checkout.isCrowded && (
          <Text textStyle="small" role="status">
            Very many people are buying at this moment. We keep trying for you; please stay on this page.
          </Text>
        )}
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
