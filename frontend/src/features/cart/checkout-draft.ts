import { useCallback, useEffect, useState } from 'react'
import * as z from 'zod'

const storageKey = 'checkout_draft'
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
})
export type Draft = z.infer<typeof Draft>
const empty: Draft = { name: '', email: '', discountCode: '', typedCode: '', reminder: null }

const restore = (): Draft => {
  try {
    return Draft.catch(empty).parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
  } catch {
    return empty
  }
}

/** What was typed at checkout, for this tab: coming back from the payment page loses nothing. */
export const useCheckoutDraft = () => {
  const [draft, setDraft] = useState(restore)
  useEffect(() => {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(draft))
    } catch {
      // Storage is full or forbidden: the draft lasts as long as the page.
    }
  }, [draft])
  const change = useCallback((changes: Partial<Draft>) => setDraft((current) => ({ ...current, ...changes })), [])
  return [draft, change] as const
}
