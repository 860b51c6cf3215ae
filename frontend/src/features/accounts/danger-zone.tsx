import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { complain } from '#frontend/shared/api/complain.ts'
import { formatDay } from '#frontend/shared/format/dates.ts'
import { useSession } from '#frontend/shared/session/session.tsx'
import { Button, TextLink } from '#frontend/ui/button.tsx'
import { Confirm } from '#frontend/ui/confirm.tsx'
import { Box, Heading, List, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Card } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { type Deletion, waitSentences } from '#schema/api/accounts.ts'
import { formatPounds } from '#schema/money.ts'
import { addresses, paths } from '#schema/paths.ts'
import { requestDeletion, useDeletion, useKeepAccount, whatIsNext } from './deletion.ts'

/** Asks for the account to be deleted: public pages go dark at once, support completes the rest. */
export const DangerZone = ({ email }: { email: string }) => {
  const { data: deletion } = useDeletion()
  return deletion && deletion.requestedAt !== null ? (
    <Leaving deletion={deletion} requestedAt={deletion.requestedAt} />
  ) : (
    <Leave email={email} />
  )
}

const Zone = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card borderColor="danger" aria-labelledby="danger-zone">
    <Stack gap="4" alignItems="flex-start">
      <Heading id="danger-zone" look="heading" color="danger">
        {title}
      </Heading>
      {children}
    </Stack>
  </Card>
)

const Leave = ({ email }: { email: string }) => {
  const { signOut } = useSession()
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  const remove = async () => {
    setBusy(true)
    try {
      const deletion = await requestDeletion(email)
      // It is recorded: that other devices could not be reached must not look like a failure.
      await signOut({ everywhere: true }).catch(() => signOut())
      await navigate(paths.home())
      toast({ kind: 'info', title: 'Signed out', description: whatIsNext(deletion) })
    } catch (thrown) {
      complain('Failed to initiate account deletion')(thrown)
      setBusy(false)
    }
  }
  return (
    <Zone title="Danger Zone">
      <Text color="ink.muted">
        Deleting your account takes your pages and galleries off the site at once. What buyers have paid for stays
        theirs.
      </Text>
      <Button variant="danger" onClick={() => setIsAsking(true)}>
        Delete Account
      </Button>
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
            Your account {email}, your galleries and all photos that nobody bought will be deleted, and a subscription
            is not renewed. You are signed out and your public pages go dark at once; support completes the deletion.
          </Text>
          <Text color="ink.muted">
            While money is due to you, or a sale is disputed, completing it waits: sign in again to see for what, to be
            paid out, or to keep the account after all.
          </Text>
        </Stack>
      </Confirm>
    </Zone>
  )
}

const Leaving = ({ deletion: { waitsFor }, requestedAt }: { deletion: Deletion; requestedAt: string }) => {
  const keep = useKeepAccount()
  const stay = () =>
    keep.mutate(
      {},
      {
        onSuccess: () =>
          toast({ kind: 'success', title: 'Your account stays', description: 'Your pages are back on the site.' }),
        onError: complain('Failed to keep the account'),
      },
    )
  return (
    <Zone title="Your account is being deleted">
      <Text>You asked for it on {formatDay(requestedAt)}. Your pages and galleries are off the site.</Text>
      {waitsFor.length === 0 ? (
        <Text color="ink.muted">Nothing is outstanding.</Text>
      ) : (
        <Box>
          <Text marginBottom="2">Before it can be completed:</Text>
          <List display="flex" flexDirection="column" gap="2">
            {waitsFor.map(({ reason, amountPence }) => (
              <Box as="li" key={reason}>
                {waitSentences[reason]} {amountPence > 0 && `(${formatPounds(amountPence)})`}
              </Box>
            ))}
          </List>
        </Box>
      )}
      <Text color="ink.muted">
        Please <TextLink to={paths.contact()}>contact support</TextLink> to complete account deletion.
      </Text>
      <Row>
        {waitsFor.length > 0 && <TextLink to={addresses.dashboardTab('balance')}>See your balance</TextLink>}
        <Button busy={keep.isPending} onClick={stay}>
          Keep my account
        </Button>
      </Row>
    </Zone>
  )
}
