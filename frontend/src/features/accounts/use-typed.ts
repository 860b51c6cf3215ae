import { useEffect, useRef } from 'react'
import type { FormState } from '#frontend/shared/forms/use-form.ts'
import { useHydrated } from '#frontend/shared/hydration/use-hydrated.ts'
import type { TypedSoFar } from './typed-so-far.ts'

type Values = Partial<Record<'email' | 'displayName' | 'password', string>>

/** What a form begins with. A form that came as HTML was drawn empty, and is filled in once it has been taken over. */
export const useTypedBefore = <V extends Values>(typed: TypedSoFar, empty: V): V => {
  const isHydrated = useHydrated()
  return isHydrated ? filledIn(empty, typed.read()) : empty
}

/** Keeps what is typed for the other screens, and fills in what was typed before. */
export const useKeptTyping = <V extends Values>(
  { values, edit }: Pick<FormState<V>, 'values' | 'edit'>,
  typed: TypedSoFar,
) => {
  const isFilledIn = useRef(useHydrated())
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is typed is what counts, not who renders.
  useEffect(() => {
    const isBegun = isFilledIn.current
    isFilledIn.current = true
    if (isBegun) typed.keep(values)
    else edit((current) => filledIn(current, typed.read()))
  }, [typed, values])
}

/** With what is known in the place of empty values. */
const filledIn = <V extends Values>(values: V, { email, displayName, password }: Required<Values>): V => ({
  ...values,
  ...(values.email === '' && { email }),
  ...(values.displayName === '' && { displayName }),
  ...(values.password === '' && { password }),
})
