import type { ComponentProps } from 'react'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { addresses, paths } from '#schema/paths.ts'
import { useSession } from './session.tsx'

/** Where "Start Selling" leads: to Sign Up, and whoever is signed in, whom that would send away, to their dashboard. */
export const useStartSelling = (): string => (useSession().user ? paths.dashboard() : addresses.signUp())

/** The button that leads there. */
export const StartSelling = (props: Omit<ComponentProps<typeof ButtonLink>, 'to'>) => (
  <ButtonLink to={useStartSelling()} {...props} />
)
