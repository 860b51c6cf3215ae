import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Box, Stack } from '#frontend/ui/layout.tsx'
import { Tabs } from '#frontend/ui/tabs.tsx'
import { AppCodeForm, OwnPasswordForm } from './challenge-screens.tsx'
import { ConfirmForm, ForgotForm, ResetForm } from './code-screens.tsx'
import { GoogleButton } from './google-button.tsx'
import { SignInForm } from './sign-in-form.tsx'
import type { ScreenProps, Step } from './sign-in-screen.ts'
import { SignUpForm } from './sign-up-form.tsx'
import { createTypedSoFar } from './typed-so-far.ts'

type SignInScreensProps = {
  tab: string
  onTab: (tab: string) => void
  /** The screen in place of the tabs. */
  step: Step | undefined
  /** Asks for another screen; without one for the tab Sign In. */
  onStep: (step?: Step) => void
  /** Known already: of a session that ended. */
  email?: string
  /** Called before the page is left for Google, to note where to come back to. */
  beforeLeaving?: () => void
}

/** The first field of a screen that took the place of another takes the focus, which went with what was pressed. */
const useFocusOnChange = (step: Step | undefined) => {
  const screen = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    screen.current?.querySelector<HTMLElement>('input')?.focus()
  }, [step])
  return screen
}

type TabsProps = Pick<SignInScreensProps, 'tab' | 'onTab' | 'beforeLeaving'> & { screen: ScreenProps }

const SignInTabs = ({ tab, onTab, beforeLeaving, screen }: TabsProps) => {
  const panel = (form: ReactNode) => (
    <Stack gap="5">
      <GoogleButton beforeLeaving={beforeLeaving} />
      {form}
    </Stack>
  )
  return (
    <Tabs
      label="Account"
      value={tab}
      onChange={onTab}
      tabs={[
        { value: 'sign-in', label: 'Sign In', content: panel(<SignInForm {...screen} />) },
        { value: 'sign-up', label: 'Sign Up', content: panel(<SignUpForm {...screen} />) },
      ]}
    />
  )
}

/** Everything by which one signs in: tabs, Google, the code of a new account, a forgotten password. */
export const SignInScreens = ({ step, onStep, email, ...tabs }: SignInScreensProps) => {
  const [typed] = useState(() => createTypedSoFar(email))
  const screen = { go: onStep, typed }
  const focused = useFocusOnChange(step)
  return (
    <Box ref={focused}>
      {step === 'confirm' && <ConfirmForm {...screen} />}
      {step === 'forgot' && <ForgotForm {...screen} />}
      {step === 'reset' && <ResetForm {...screen} />}
      {step === 'code' && <AppCodeForm {...screen} />}
      {step === 'password' && <OwnPasswordForm {...screen} />}
      {step === undefined && <SignInTabs {...tabs} screen={screen} />}
    </Box>
  )
}
