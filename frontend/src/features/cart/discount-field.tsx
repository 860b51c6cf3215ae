import { X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import type { ChangeDraft, Draft } from '#frontend/shared/cart/checkout-draft.ts'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { Button, IconButton } from '#frontend/ui/button.tsx'
import { Field, Input } from '#frontend/ui/field.tsx'
import { Flex, Stack, Text } from '#frontend/ui/layout.tsx'
import { Badge } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { useFocusHandOver } from '#frontend/ui/use-focus-hand-over.ts'
import { Checkout } from '#schema/api/orders.ts'
import { codeTitleOf, isAboutCode, isOfAddress } from './code-problems.ts'
import { sentQuote, useDiscountTrial } from './queries.ts'

type UseDiscountProps = {
  items: readonly CartItem[]
  draft: Draft
  onChange: ChangeDraft
}

type Refused = { code: string; sentence: string; isAsked: boolean; forEmail?: string | undefined }

/** A code, and what the cart costs with it where that was just asked. */
type Applied = { code: string; totalPence?: number }

/** Tries the code that is typed, by its own button or on the way to the payment. */
export const useDiscount = ({ items, draft, onChange }: UseDiscountProps) => {
  const trial = useDiscountTrial()
  const input = useRef<HTMLInputElement>(null)
  /** What the last trial said. */
  const tried = useRef<Applied>(undefined)
  const form = useForm({
    initial: { discountCode: draft.typedCode },
    schema: Checkout.pick({ discountCode: true }).required(),
    bodyOf: ({ discountCode }) => ({ discountCode }),
    send: async ({ discountCode }) => {
      const wanted = discountCode.trim()
      try {
        const { summary } = await trial.mutateAsync(sentQuote(items, wanted))
        tried.current = { code: wanted, totalPence: summary.totalPence }
        // It holds again. Whether the address may use it, a trial does not say.
        setRefused((last) => (last?.code === wanted && last.forEmail === undefined ? undefined : last))
      } catch (thrown) {
        toast({
          title: isAboutCode(codeOf(thrown)) ? codeTitleOf(codeOf(thrown)) : 'Error',
          description: sentenceOf(thrown),
          isAtField: true,
        })
        throw thrown
      }
      form.reset({ discountCode: '' })
      onChange({ discountCode: wanted })
    },
    fieldsOf: (error) => ({ discountCode: sentenceOf(error) }),
    // It was told already.
    onRefusal: () => undefined,
  })
  const typedCode = form.values.discountCode
  useEffect(() => onChange({ typedCode }), [typedCode, onChange])
  const wanted = typedCode.trim()
  /** The code that was applied and then refused, and why; for the address `forEmail` alone, where that is the reason. */
  const [refused, setRefused] = useState<Refused>()
  useEffect(() => {
    if (refused?.isAsked) input.current?.focus()
  }, [refused])
  const spelled = (email: string) => email.trim().toLowerCase()
  const isAsRefused = ({ code, forEmail = draft.email }: Refused) =>
    wanted === code && spelled(draft.email) === spelled(forEmail)
  const standing = refused && isAsRefused(refused) ? refused : undefined
  const field = form.field('discountCode')
  return {
    field: { ...field, error: field.error ?? standing?.sentence },
    busy: form.busy,
    /** Empties the field of a code that was applied and then refused. */
    leaveOut:
      standing &&
      (() => {
        form.edit(() => ({ discountCode: '' }))
        input.current?.focus()
      }),
    isTyped: wanted !== '',
    input,
    focus: () => input.current?.focus(),
    /**
     * Puts an applied code that the server refuses back into the field, with the reason: left out without a word, the
     * next press would pay the full price. `askedAs`: the buyer with this address pressed a button and waits for the
     * answer, so that the field gets the focus.
     */
    takeBack: (code: string, refusal: unknown, { askedAs }: { askedAs?: string } = {}) => {
      const isAsked = askedAs !== undefined
      const sentence = sentenceOf(refusal)
      // Without a press the field may be out of sight: then a phone shows the message, too.
      toast({ title: codeTitleOf(codeOf(refusal)), description: sentence, isAtField: isAsked })
      form.edit(({ discountCode }) => ({ discountCode: discountCode.trim() === '' ? code : discountCode }))
      onChange({ discountCode: '' })
      setRefused({ code, sentence, isAsked, ...(isOfAddress(codeOf(refusal)) && { forEmail: askedAs }) })
    },
    /** The code that counts, empty without one; `undefined` where the one that is typed was refused. */
    apply: async (): Promise<Applied | undefined> => {
      if (draft.discountCode !== '' || wanted === '') return { code: draft.discountCode }
      // A trial does not say whether the address may use it: accepted here, it would be refused at the payment again.
      if (standing?.forEmail !== undefined) {
        toast({ title: codeTitleOf('code_for_another'), description: standing.sentence, isAtField: true })
        input.current?.focus()
        return undefined
      }
      return (await form.submit()) ? tried.current : undefined
    },
  }
}

type DiscountFieldProps = {
  discountCode: string
  onChange: ChangeDraft
  discount: ReturnType<typeof useDiscount>
}

export const DiscountField = ({ discountCode, onChange, discount }: DiscountFieldProps) => {
  const { noteFocus, takeOver } = useFocusHandOver()
  const { error, value, onChange: type } = discount.field
  const apply = (pressed: HTMLElement) => {
    if (discount.busy) return
    noteFocus(pressed)
    void discount.apply()
  }
  if (discountCode) {
    return (
      <Flex alignItems="center" justifyContent="space-between">
        <Text fontSize="sm">
          Discount code <Badge tone="success">{discountCode}</Badge>
        </Text>
        <IconButton
          ref={takeOver}
          label="Remove discount code"
          size="sm"
          onClick={({ currentTarget }) => {
            noteFocus(currentTarget)
            onChange({ discountCode: '' })
          }}
        >
          <X aria-hidden />
        </IconButton>
      </Flex>
    )
  }
  return (
    <Stack gap="2" alignItems="flex-start">
      <Field label="Discount code" error={error}>
        <Flex gap="2" width="full">
          <Input
            ref={(element) => {
              discount.input.current = element
              takeOver(element)
            }}
            name="discountCode"
            value={value}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              apply(event.currentTarget)
            }}
          />
          <Button
            onClick={({ currentTarget }) => apply(currentTarget)}
            busy={discount.busy}
            disabled={!discount.isTyped}
          >
            Apply
          </Button>
        </Flex>
      </Field>
      {discount.leaveOut && (
        <Button size="sm" onClick={discount.leaveOut}>
          Go on Without the Code
        </Button>
      )}
    </Stack>
  )
}
