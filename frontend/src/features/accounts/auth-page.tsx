import { useEffect, useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router-dom'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { useHead } from '#frontend/shared/head/use-head.ts'
import { useHydrated } from '#frontend/shared/hydration/use-hydrated.ts'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { useSession } from '#frontend/shared/session/session.tsx'
import { Column, Heading, Stack, Text } from '#frontend/ui/layout.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { PageLoading } from '#frontend/ui/page-loading.tsx'
import { Loading } from '#frontend/ui/spinner.tsx'
import { Card } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { pageHeads } from '#schema/page-heads.ts'
import { paths } from '#schema/paths.ts'
import { cameFrom, forgetReturnPath, noteReturnPath, returnPath } from './return-path.ts'
import { Step } from './sign-in-screen.ts'
import { SignInScreens } from './sign-in-screens.tsx'
import { forgetTyped } from './typed-so-far.ts'

/** Google sends people back with a code or with an error in the address. */
const isGoogleAnswer = (search: string) => {
  const answer = new URLSearchParams(search)
  return answer.has('state') && (answer.has('code') || answer.has('error'))
}

/** Opens the identity library as soon as the page is shown, and says why Google's answer was not taken. */
const useGoogleAnswer = () => {
  const { open } = useSession()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [isWaiting, setIsWaiting] = useState(() => isGoogleAnswer(search))

  useEffect(() => {
    let stop: (() => void) | undefined
    let isGone = false
    const listen = async () => {
      const client = await open()
      if (isGone) return
      stop = client.onGoogleFailure((message) => {
        toast({ title: 'Google sign in failed', description: message })
        setIsWaiting(false)
        void navigate(paths.auth(), { replace: true })
      })
    }
    listen().catch((thrown: unknown) => {
      logWarning('session_not_opened', { error: errorName(thrown) })
      setIsWaiting(false)
    })
    return () => {
      isGone = true
      stop?.()
    }
  }, [open, navigate])
  return isWaiting
}

const SignedIn = () => {
  const { state } = useLocation()
  const [target] = useState(() => returnPath(state))
  useEffect(() => {
    forgetReturnPath()
    forgetTyped()
  }, [])
  // This stands until the target's code is there; without a shape the footer would jump up, and down again.
  return (
    <>
      <Navigate to={target} replace />
      <PageLoading />
    </>
  )
}

export const AuthPage = () => {
  const { loading, user, ended } = useSession()
  const { state } = useLocation()
  const { read, change } = useAddress()
  const isWaiting = useGoogleAnswer()
  // The history entry is this browser's; the HTML is the same for everybody.
  const isHydrated = useHydrated()
  const from = isHydrated ? cameFrom(state) : undefined
  useHead(pageHeads.auth)
  if (user && !ended) return <SignedIn />

  return (
    <BarePage title="Sign In" loading={loading}>
      <Column paddingBlock={{ base: '10', md: '20' }}>
        <Stack gap="8" maxWidth="form" marginInline="auto">
          <Stack gap="3" textAlign="center">
            <Heading as="h1" look="title">
              Welcome to Darkslide
            </Heading>
            <Text color="ink.muted">
              {from ? 'Sign in to go on where you were.' : 'Your galleries, your prices, 90% of every sale.'}
            </Text>
          </Stack>
          <noscript>
            <Text textAlign="center">Signing in needs JavaScript. Please allow it for this site.</Text>
          </noscript>
          <Card>
            {loading || isWaiting ? (
              <Loading label="Signing in" />
            ) : (
              <SignInScreens
                tab={read('tab') === 'sign-up' ? 'sign-up' : 'sign-in'}
                onTab={(tab) => change({ tab: tab === 'sign-up' ? tab : undefined }, { replace: true })}
                step={Step.safeParse(read('step')).data}
                onStep={(step) => change(step ? { step } : { step, tab: undefined })}
                beforeLeaving={() => from && noteReturnPath(from)}
              />
            )}
          </Card>
          <Text textStyle="fine" textAlign="center">
            Buying photos needs no account.
          </Text>
        </Stack>
      </Column>
    </BarePage>
  )
}
