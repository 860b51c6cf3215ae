import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import { Checkbox } from '#frontend/ui/checkbox.tsx'
import { visitors } from '#schema/api/visitors.ts'
import { cartConsent } from '#schema/consent.ts'
import { limits } from '#schema/limits.ts'
import { Email } from '#schema/text.ts'
import type { Draft } from './checkout-draft.ts'
import { quoteRequest } from './queries.ts'

/** Typing is over. Shorter than the way to the payment page, where most carts are left. */
const settledMs = 400

type CartReminderProps = {
  email: string
  items: readonly CartItem[]
  /** What was asked for before the cart was left and opened again. */
  reminder: Draft['reminder']
  onChange: (changes: Pick<Draft, 'reminder'>) => void
}

/** Offers one reminder of this cart. What is ticked holds for the cart as it becomes, and can be taken back. */
export const CartReminder = ({ email, items, reminder, onChange }: CartReminderProps) => {
  // Of another cart, with none of those photos, nobody has asked for one.
  const isOfThis = reminder !== null && items.some(({ photoId }) => reminder.photoIds.includes(photoId))
  const [isWanted, setIsWanted] = useState(isOfThis)
  const { error, mutate } = useEndpoint(visitors.endpoints.keepCart, { isRepeatable: true, inOrder: 'kept-cart' })
  const kept = useRef(isOfThis ? reminder.email : undefined)
  const address = Email.safeParse(email).data
  useEffect(() => {
    if (!isWanted || address === undefined) return
    const timer = setTimeout(() => {
      // The address was corrected: the one before may be a stranger's.
      if (kept.current !== undefined && kept.current !== address)
        mutate({ body: { email: kept.current, consent: null } })
      kept.current = address
      onChange({ reminder: { email: address, photoIds: items.map(({ photoId }) => photoId) } })
      const { items: asked, galleryIds, grants } = quoteRequest(items, undefined).body
      // The Original of a bought Web size is offered on its order's page.
      const alone = asked.filter(({ upgradeOf }) => upgradeOf === undefined)
      mutate({
        body: {
          email: address,
          consent: cartConsent.version,
          items: alone,
          galleryIds,
          grants: grants.slice(0, limits.visitors.cartGrants),
        },
      })
    }, settledMs)
    return () => clearTimeout(timer)
  }, [isWanted, address, items, mutate, onChange])
  const change = (value: boolean) => {
    setIsWanted(value)
    if (value || kept.current === undefined) return
    mutate({ body: { email: kept.current, consent: null } })
    kept.current = undefined
    onChange({ reminder: null })
  }
  return (
    <Checkbox
      label={cartConsent.text}
      value={isWanted}
      isOptional
      onChange={change}
      error={isWanted && error ? sentenceOf(error) : undefined}
    />
  )
}
