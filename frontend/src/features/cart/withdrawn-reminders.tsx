import { useEffect, useRef } from 'react'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import type { ChangeDraft } from '#frontend/shared/cart/checkout-draft.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { visitors } from '#schema/api/visitors.ts'

type WithdrawnRemindersProps = { emails: readonly string[]; onChange: ChangeDraft }

/**
 * Tells the server of reminders that were taken back; with the next visit of the cart again, until it knows. Apart from
 * the box of the reminder, which goes away with the last photo of a cart.
 */
export const WithdrawnReminders = ({ emails, onChange }: WithdrawnRemindersProps) => {
  const sent = useRef<readonly string[]>([])
  const { mutate } = useEndpoint(visitors.endpoints.keepCart, {
    isRepeatable: true,
    inOrder: 'kept-cart',
    onSuccess: (_answer, { body: { email } }) =>
      onChange(({ withdrawn }) => ({ withdrawn: withdrawn.filter((each) => each !== email) })),
    onError: (error, request) =>
      toast({
        kind: 'destructive',
        title: 'Your reminder is not taken back yet',
        description: sentenceOf(error),
        action: { label: 'Try again', act: () => mutate(request) },
      }),
  })
  useEffect(() => {
    const fresh = emails.filter((email) => !sent.current.includes(email))
    sent.current = emails
    for (const email of fresh) mutate({ body: { email, consent: null } })
  }, [emails, mutate])
  return null
}
