import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { grantsOf } from '#frontend/shared/api/grants.ts'
import type { CartItem } from '#frontend/shared/cart/cart-items.ts'
import {
  type ChangeDraft,
  type Draft,
  isWishFor,
  withoutReminder,
  withReminder,
} from '#frontend/shared/cart/checkout-draft.ts'
import { Checkbox } from '#frontend/ui/checkbox.tsx'
import { useStable } from '#frontend/ui/use-stable.ts'
import type { RequestOf } from '#schema/api/endpoint.ts'
import { visitors } from '#schema/api/visitors.ts'
import { cartConsent } from '#schema/consent.ts'
import { limits } from '#schema/limits.ts'
import { Email } from '#schema/text.ts'
import { quoteRequest } from './queries.ts'

const { keepCart } = visitors.endpoints

/** Typing is over. Shorter than the way to the payment page, where most carts are left. */
const settledMs = 400

/** With the grants: what was locked when it was asked for is not in the reminder. */
const askedOf = ({ items, galleryIds, grants }: RequestOf<typeof keepCart>['body']) =>
  JSON.stringify([items, galleryIds, grants])

type CartReminderProps = {
  email: string
  items: readonly CartItem[]
  /** What was asked for before the cart was left and opened again. */
  reminder: Draft['reminder']
  onChange: ChangeDraft
}

/** Offers one reminder of this cart. What is ticked holds for the cart as it becomes, and can be taken back. */
export const CartReminder = ({ email, items, reminder, onChange }: CartReminderProps) => {
  const isOfThis = isWishFor(items, reminder)
  const [isWanted, setIsWanted] = useState(isOfThis)
  const kept = useRef(isOfThis ? reminder : undefined)
  /** What was asked for last: an answer to anything before says nothing of what the server has in the end. */
  const latest = useRef<unknown>(undefined)
  const keep = useStable((as: NonNullable<Draft['reminder']>) => {
    kept.current = as
    onChange((draft) => withReminder(draft, as))
  })
  const takeBack = useStable(() => {
    if (kept.current) onChange(withoutReminder)
    kept.current = latest.current = undefined
  })
  const { error, mutate } = useEndpoint(keepCart, {
    isRepeatable: true,
    inOrder: 'kept-cart',
    // Until it has come, also with the next visit of the cart, it is asked for again.
    onSuccess: (_answer, { body }) => {
      if (body === latest.current && kept.current) keep({ ...kept.current, asked: askedOf(body) })
    },
  })
  // An answer that comes when the cart was emptied meanwhile says nothing of the next one.
  useEffect(
    () => () => {
      latest.current = undefined
    },
    [],
  )
  const address = Email.safeParse(email).data
  /** Another tab may be given one: a mailed link of a review opens in one of its own. */
  const granted = grantsOf(items.map(({ galleryId }) => galleryId)).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was locked before is in the request with its grant.
  useEffect(() => {
    if (!isWanted || address === undefined) return
    const timer = setTimeout(() => {
      const { items: wanted, galleryIds, grants } = quoteRequest(items, undefined).body
      const body = {
        email: address,
        consent: cartConsent.version,
        // The Original of a bought Web size is offered on its order's page.
        items: wanted.filter(({ upgradeOf }) => upgradeOf === undefined),
        galleryIds,
        grants: grants.slice(0, limits.visitors.cartGrants),
      }
      // Nothing is left to be reminded of; what is put in next is.
      if (body.items.length + galleryIds.length === 0) return takeBack()
      // Whoever looks at the cart again has agreed to nothing anew: the day they did so would become a later one.
      const before = kept.current
      if (before?.email === address && before.asked === askedOf(body)) return
      // The address was corrected: the one before may be a stranger's.
      if (before && before.email !== address) takeBack()
      keep({ email: address, photoIds: items.map(({ photoId }) => photoId), asked: '' })
      latest.current = body
      mutate({ body })
    }, settledMs)
    return () => clearTimeout(timer)
  }, [isWanted, address, items, granted, mutate, keep, takeBack])
  const change = (value: boolean) => {
    setIsWanted(value)
    if (!value) takeBack()
  }
  return (
    <Checkbox
      label={cartConsent.text}
      value={isWanted}
      isOptional
      onChange={change}
      error={error ? sentenceOf(error) : undefined}
    />
  )
}
