import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#frontend/app/paths.ts'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useSession } from '#frontend/shared/session/session.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Confirm } from '#frontend/ui/confirm.tsx'
import { Heading, Stack, Text } from '#frontend/ui/layout.tsx'
import { Card } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { requestDeletion } from './request-deletion.ts'

/** Asks for the account to be deleted: public pages go dark at once, support completes the rest. */
export const DangerZone = ({ email }: { email: string }) => {
  const { signOut } = useSession()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      await requestDeletion(email)
      await signOut()
      await navigate(paths.home())
      toast({ kind: 'info', title: 'Signed out', description: 'Please contact support to complete account deletion' })
    } catch (thrown) {
      toast({ title: 'Failed to initiate account deletion', description: sentenceOf(thrown) })
      setBusy(false)
    }
  }
  return (
    <Card borderColor="danger" aria-labelledby="danger-zone">
      <Stack gap="4" alignItems="flex-start">
        <Heading id="danger-zone" look="heading" color="danger">
          Danger Zone
        </Heading>
        <Text color="ink.muted">
          Deleting your account takes your pages and galleries off the site at once. What buyers have paid for stays
          theirs.
        </Text>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
          Delete Account
        </Button>
      </Stack>
      <Confirm
        open={isAsking}
        title="Are you absolutely sure?"
        action="Yes, delete my account"
        busy={busy}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void remove()}
      >
        <Stack gap="3">
          <Text>
            This asks for your account {email}, your galleries and all photos that nobody bought to be deleted. You are
            signed out and your public pages go dark at once; support completes the deletion.
          </Text>
          <Text color="ink.muted">While money is due to you, or a sale is disputed, the deletion waits for that.</Text>
        </Stack>
      </Confirm>
    </Card>
  )
}
