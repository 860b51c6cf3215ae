import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { leavingOnPurpose } from '#frontend/shared/forms/unload-warning.ts'
import { useSession } from '#frontend/shared/session/session.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Stack } from '#frontend/ui/layout.tsx'
import { usePageRestored } from '#frontend/ui/use-page-restored.ts'
import { GoogleMark } from './google-mark.tsx'
import { failed } from './sign-in-words.ts'

const OrRule = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    color: 'ink.muted',
    fontSize: 'sm',
    _before: { content: '""', flex: '1', height: '1px', background: 'line' },
    _after: { content: '""', flex: '1', height: '1px', background: 'line' },
  },
})

/** Leaves the site for Google. `beforeLeaving` notes where to come back to. */
export const GoogleButton = ({ beforeLeaving }: { beforeLeaving: (() => void) | undefined }) => {
  const { open } = useSession()
  const [busy, setBusy] = useState(false)
  usePageRestored(() => setBusy(false))
  const leave = async () => {
    setBusy(true)
    try {
      const client = await open()
      beforeLeaving?.()
      leavingOnPurpose()
      await client.continueWithGoogle()
    } catch (thrown) {
      failed('Google sign in failed')(thrown)
      setBusy(false)
    }
  }
  return (
    <Stack gap="5">
      <Button shape="wide" busy={busy} onClick={() => void leave()}>
        {!busy && <GoogleMark />}
        Continue with Google
      </Button>
      <OrRule>or with email</OrRule>
    </Stack>
  )
}
