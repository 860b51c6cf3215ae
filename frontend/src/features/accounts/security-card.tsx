import { Suspense, useState } from 'react'
import { complain } from '#frontend/shared/api/complain.ts'
import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'
import { useSession } from '#frontend/shared/session/session.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Heading, Stack, Text } from '#frontend/ui/layout.tsx'
import { Card, Skeleton } from '#frontend/ui/surface.tsx'

const PasswordForm = lazyPart(
  () => import('./password-form.tsx'),
  (m) => m.PasswordForm,
)
PasswordForm.prepare()
const AuthenticatorApp = lazyPart(
  () => import('./authenticator-app.tsx'),
  (m) => m.AuthenticatorApp,
)

const SignOutEverywhere = () => {
  const { signOut } = useSession()
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      await signOut({ everywhere: true })
    } catch (thrown) {
      complain('Not signed out everywhere')(thrown)
      setBusy(false)
    }
  }
  return (
    <Stack gap="3" alignItems="flex-start">
      <Text color="ink.muted">Ends every session of your account, on other devices too, within 15 minutes.</Text>
      <Button busy={busy} onClick={() => void leave()}>
        Sign out everywhere
      </Button>
    </Stack>
  )
}

export const SecurityCard = () => {
  const { user } = useSession()
  return (
    <Card aria-labelledby="security">
      <Heading id="security" look="heading" marginBottom="5">
        Security
      </Heading>
      <Stack gap="8">
        {user?.isGoogleOnly ? (
          <Text color="ink.muted">You sign in with Google, so there is no password to change here.</Text>
        ) : (
          <>
            <Suspense fallback={<Skeleton height="22rem" maxWidth="form" />}>
              <PasswordForm />
            </Suspense>
            <Suspense fallback={<Skeleton height="24" />}>
              <AuthenticatorApp />
            </Suspense>
          </>
        )}
        <SignOutEverywhere />
      </Stack>
    </Card>
  )
}
