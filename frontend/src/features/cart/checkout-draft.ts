import { useCallback, useEffect, useState } from 'react'
import * as z from 'zod'

const storageKey = 'checkout_draft'
const Draft = z.object({ name: z.string(), email: z.string(), discountCode: z.string() })
export type Draft = z.infer<typeof Draft>
const empty: Draft = { name: '', email: '', discountCode: '' }

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
