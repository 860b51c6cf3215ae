import { useCallback, useEffect, useState } from 'react'
import * as z from 'zod'
import { checkoutDraftKey } from '#frontend/shared/forms/draft-owner.ts'

const Draft = z.object({
  name: z.string(),
  email: z.string(),
  /** The code that was applied, and one that is typed and not applied yet. */
  discountCode: z.string(),
  typedCode: z.string().default(''),
  /** To which address a reminder of which photos was asked for, and what the server has of it. */
  reminder: z
    .object({ email: z.string(), photoIds: z.array(z.string()), asked: z.string().default('') })
    .nullable()
    .default(null),
  /** Reminders that were taken back, of which the server does not know yet; `of` these photos only, or of any. */
  withdrawn: z.array(z.object({ email: z.string(), of: z.array(z.string()) })).catch([]),
})
export type Draft = z.infer<typeof Draft>
export type Withdrawn = Draft['withdrawn'][number]
type Changes = Partial<Draft> | ((current: Draft) => Partial<Draft>)
export type ChangeDraft = (changes: Changes) => void
const empty: Draft = { name: '', email: '', discountCode: '', typedCode: '', reminder: null, withdrawn: [] }

const restore = (): Draft => {
  try {
    return Draft.catch(empty).parse(JSON.parse(sessionStorage.getItem(checkoutDraftKey) ?? '{}'))
  } catch {
    return empty
  }
}

const store = (draft: Draft) => {
  try {
    sessionStorage.setItem(checkoutDraftKey, JSON.stringify(draft))
  } catch {
    // Storage is full or forbidden: the draft lasts as long as the page.
  }
}

/** Whether one is wished for by what this tab has kept. */
export const hasReminder = () => restore().reminder !== null

/** Whether a code is applied in this tab: what the cart asks may be less by it. */
export const hasCode = () => restore().discountCode !== ''

type Wished = { readonly photoId: string; readonly upgradeOf?: unknown }
/**
 * Whether the wish is for this cart: of another one, with none of those photos, nobody has asked to be reminded; nor of
 * what was bought as Web size.
 */
export const isWishFor = (
  items: readonly Wished[],
  reminder: Draft['reminder'],
): reminder is NonNullable<typeof reminder> =>
  reminder !== null && items.some((item) => !item.upgradeOf && reminder.photoIds.includes(item.photoId))

const besides = (withdrawn: readonly Withdrawn[], email: string) => withdrawn.filter((each) => each.email !== email)

type WithoutReminder = Pick<Draft, 'reminder' | 'withdrawn'>
/**
 * Takes the wish back. The address stays noted until the server knows.
 * @param of The photos of the wish, where another tab may have wished for others since; empty for whatever was wished for.
 */
export const withoutReminder = ({ reminder, withdrawn }: Draft, of: readonly string[] = []): WithoutReminder => {
  if (!reminder) return { reminder, withdrawn }
  const { email } = reminder
  const before = withdrawn.find((each) => each.email === email)?.of
  const isOfAny = of.length === 0 || before?.length === 0
  return {
    reminder: null,
    withdrawn: [...besides(withdrawn, email), { email, of: isOfAny ? [] : [...(before ?? []), ...of] }],
  }
}
/** Takes back what this tab wished for: what the server has of it, or whatever it has where that is not known. */
export const withoutOwnReminder = (draft: Draft): WithoutReminder =>
  withoutReminder(draft, draft.reminder?.asked ? draft.reminder.photoIds : [])

/** A wish takes the place of what was taken back. */
export const withReminder = ({ withdrawn }: Draft, reminder: NonNullable<Draft['reminder']>): WithoutReminder => ({
  reminder,
  withdrawn: besides(withdrawn, reminder.email),
})

/**
 * A purchase ends the wish to be reminded, and the next cart is another. The server forgets it by the address of the
 * order; a wish for another address is taken back.
 */
export const forgetReminder = (orderedAs: string) => {
  const draft = restore()
  store({ ...draft, ...(draft.reminder?.email === orderedAs ? { reminder: null } : withoutReminder(draft)) })
}

/** The server knows that this address is not to be reminded; also for a cart that is not looked at any more. */
export const noteWithdrawn = (email: string, change: ChangeDraft) => {
  const without = ({ withdrawn }: Draft) => ({ withdrawn: besides(withdrawn, email) })
  const draft = restore()
  store({ ...draft, ...without(draft) })
  change(without)
}

/** What was typed at checkout, for this tab: coming back from the payment page loses nothing. */
export const useCheckoutDraft = () => {
  const [draft, setDraft] = useState(restore)
  useEffect(() => store(draft), [draft])
  const change = useCallback(
    (changes: Changes) =>
      setDraft((current) => ({ ...current, ...(typeof changes === 'function' ? changes(current) : changes) })),
    [],
  )
  return [draft, change] as const
}
