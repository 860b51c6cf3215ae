import { type ReactNode, useState } from 'react'
import { Stack } from '#frontend/ui/layout.tsx'
import { Tabs } from '#frontend/ui/tabs.tsx'
import { ConfirmForm, ForgotForm, ResetForm } from './code-screens.tsx'
import { GoogleButton } from './google-button.tsx'
import { SignInForm } from './sign-in-form.tsx'
import type { Screen } from './sign-in-screen.ts'
import { SignUpForm } from './sign-up-form.tsx'

type SignInScreensProps = {
  tab: string
  onTab: (tab: string) => void
  /** Known already: of a session that ended. */
  email?: string
  /** Called before the page is left for Google, to note where to come back to. */
  beforeLeaving?: () => void
}

/** Everything by which one signs in: tabs, Google, the code of a new account, a forgotten password. */
export const SignInScreens = ({ tab, onTab, email = '', beforeLeaving }: SignInScreensProps) => {
  const [screen, go] = useState<Screen>({ kind: 'tabs' })
  if (screen.kind === 'confirm') return <ConfirmForm email={screen.email} password={screen.password} go={go} />
  if (screen.kind === 'forgot') return <ForgotForm email={screen.email} go={go} />
  if (screen.kind === 'reset') return <ResetForm email={screen.email} go={go} />
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
        { value: 'sign-in', label: 'Sign In', content: panel(<SignInForm go={go} email={email} />) },
        { value: 'sign-up', label: 'Sign Up', content: panel(<SignUpForm go={go} />) },
      ]}
    />
  )
}
