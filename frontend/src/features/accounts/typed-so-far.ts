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

/** Removes what was typed. Called after signing in. */
export const forgetTyped = () => sessionStorage.removeItem(storageKey)

/**
 * What a person has typed so far, shared by all screens of signing in and signing up. The email address and the name
 * are stored for this tab, because a phone may unload the page while its owner looks up the code in the mail. Passwords
 * are only kept in memory.
 * @param knownEmail The address of a session that expired. Nothing is stored then, since the page behind the dialog
 * stays open.
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
        // Storage is full or disabled: the values last until the page is closed.
      }
    },
  }
}
export type TypedSoFar = ReturnType<typeof createTypedSoFar>
