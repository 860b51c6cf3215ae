import * as z from 'zod'
import type { TypedSoFar } from './typed-so-far.ts'

/** The screens behind the two tabs, by their names in the address: a code for a new account, and for a new password. */
export const Step = z.enum(['confirm', 'forgot', 'reset'])
export type Step = z.infer<typeof Step>

export type ScreenProps = {
  /** Shows another screen; the tab Sign In without one. */
  go: (step?: Step) => void
  typed: TypedSoFar
}
