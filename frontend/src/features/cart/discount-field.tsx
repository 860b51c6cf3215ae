import { X } from 'lucide-react'
import { useState } from 'react'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import { Button, IconButton } from '#frontend/ui/button.tsx'
import { Field, Input } from '#frontend/ui/field.tsx'
import { Flex, Text } from '#frontend/ui/layout.tsx'
import { Badge } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { useFocusHandOver } from '#frontend/ui/use-focus-hand-over.ts'
import type { Draft } from './checkout-draft.ts'
import { quoteRequest, useDiscountTrial } from './queries.ts'

export type DraftProps = { draft: Draft; onChange: (changes: Partial<Draft>) => void }

/** Tries the code that is typed, by its own button or on the way to the payment. */
export const useDiscount = ({ items, draft, onChange }: DraftProps & { items: readonly CartItem[] }) => {
  const [problem, setProblem] = useState<string>()
  const trial = useDiscountTrial()
  return {
    problem,
    isPending: trial.isPending,
    /** Another code is typed: the reason was about what stood there before. */
    type: (typedCode: string) => {
      setProblem(undefined)
      onChange({ typedCode })
    },
    /** The code that counts, empty without one; `undefined` where the one that is typed was refused. */
    apply: async (): Promise<string | undefined> => {
      const wanted = draft.typedCode.trim()
      if (draft.discountCode !== '' || wanted === '') return draft.discountCode
      setProblem(undefined)
      try {
        await trial.mutateAsync(quoteRequest(items, wanted))
      } catch (thrown) {
        setProblem(sentenceOf(thrown))
        toast({
          title: codeOf(thrown) === 'invalid_discount_code' ? 'Invalid discount code' : 'Error',
          description: sentenceOf(thrown),
        })
        return undefined
      }
      onChange({ discountCode: wanted, typedCode: '' })
      return wanted
    },
  }
}

type DiscountFieldProps = DraftProps & { discount: ReturnType<typeof useDiscount> }

export const DiscountField = ({ draft: { discountCode, typedCode }, onChange, discount }: DiscountFieldProps) => {
  const { noteFocus, takeOver } = useFocusHandOver()
  const apply = (pressed: HTMLElement) => {
    if (discount.isPending) return
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
    <Flex gap="2" alignItems="flex-end">
      <Field label="Discount code" error={discount.problem}>
        <Flex gap="2" width="full">
          <Input
            ref={takeOver}
            name="discountCode"
            value={typedCode}
            maxLength={64}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => discount.type(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              event.preventDefault()
              apply(event.currentTarget)
            }}
          />
          <Button
            onClick={({ currentTarget }) => apply(currentTarget)}
            busy={discount.isPending}
            disabled={typedCode.trim() === ''}
          >
            Apply
          </Button>
        </Flex>
      </Field>
    </Flex>
  )
}
