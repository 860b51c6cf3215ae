import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { useSession } from '#frontend/shared/session/session.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { noteReturnPath } from './return-path.ts'
import type { Step } from './sign-in-screen.ts'
import { SignInScreens } from './sign-in-screens.tsx'

/** Over a page whose session ended: what was typed there stays. Closing it gives the session up. */
export const SignInAgain = () => {
  const { leave, user, asked } = useSession()
  const { pathname, search } = useLocation()
  const [tab, setTab] = useState('sign-in')
  const [step, setStep] = useState<Step>()
  const go = (next?: Step) => {
    setStep(next)
    if (!next) setTab('sign-in')
  }
  return (
    <Dialog
      open
      onClose={leave}
      size="sm"
      title="Please sign in again"
      description={
        asked
          ? 'You signed in a while ago. Before anything about your payouts changes, we make sure that it is you.'
          : 'Your session has ended. What you were doing is still here.'
      }
    >
      <SignInScreens
        tab={tab}
        onTab={setTab}
        step={step}
        onStep={go}
        {...(user && { email: user.email })}
        beforeLeaving={() => noteReturnPath(`${pathname}${search}`)}
      />
    </Dialog>
  )
}
