import * as z from 'zod'

const storageKey = 'sign_in_typed'
const Kept = z.object({ email: z.string().default(''), displayName: z.string().default('') })
type Typed = z.infer<typeof Kept> & { password: string }

const restore = () => {
  try {
    return Kept.parse(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}'))
  } catch {
    return Kept.parse({})
  }
}

/** Whoever has signed in needs it no more. */
export const forgetTyped = () => sessionStorage.removeItem(storageKey)

/**
 * What was typed on the way in, shared by all screens of it. The address and the name outlive a reload, in this tab: a
 * phone throws the page away while its reader looks for the code among the mail. Passwords are kept in memory alone.
 * @param knownEmail Of a session that ended: nothing is stored then, since its page is still there.
 */
export const createTypedSoFar = (knownEmail: string | undefined) => {
  const before = knownEmail === undefined ? restore() : { email: knownEmail, displayName: '' }
  let typed: Typed = { ...before, password: '' }
  return {
    read: (): Typed => typed,
    keep: (values: Partial<Typed>) => {
      typed = { ...typed, ...values }
      if (knownEmail !== undefined) return
      const { email, displayName } = typed
      try {
        sessionStorage.setItem(storageKey, JSON.stringify({ email, displayName }))
      } catch {
        // Storage is full or forbidden: it lasts as long as the page.
      }
    },
  }
}
export type TypedSoFar = ReturnType<typeof createTypedSoFar>
