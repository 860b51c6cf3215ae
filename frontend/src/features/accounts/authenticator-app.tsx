import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as z from 'zod'
import { PasswordField } from '#frontend/shared/forms/fields.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import type { TotpSecret } from '#frontend/shared/session/auth-client.ts'
import { useSession } from '#frontend/shared/session/session.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Form } from '#frontend/ui/field.tsx'
import { Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Skeleton } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { CurrentPassword, identityMessage, isWrongPassword } from './credentials.ts'
import { QrCode } from './qr-code.tsx'
import { AppCodeField } from './sign-in-fields.tsx'
import { failed } from './sign-in-words.ts'
import { useAppCodeForm } from './use-app-code-form.ts'

const EndTotp = z.object({ password: CurrentPassword })
const notTheirs = 'This is not your current password.'

const SetUp = ({ secret, onDone, onCancel }: { secret: TotpSecret; onDone: () => void; onCancel: () => void }) => {
  const { open } = useSession()
  const form = useAppCodeForm({
    failure: 'The app was not set up',
    send: async (code) => {
      await (await open()).confirmTotp(code)
      toast({ kind: 'success', title: 'Authenticator app set up', description: 'Signing in asks for its code now.' })
      onDone()
    },
  })
  return (
    <Stack gap="4">
      <Text>Scan this with your authenticator app, or type the key into it. Then enter the code that it shows.</Text>
      <QrCode text={secret.uri} label="QR code for your authenticator app" />
      <Text textStyle="small">
        Key:{' '}
        <Text as="code" overflowWrap="anywhere" userSelect="all">
          {secret.key.match(/.{1,4}/g)?.join(' ')}
        </Text>
      </Text>
      <Form ref={form.form} onSubmit={form.submit} aria-label="Set up authenticator app" maxWidth="form">
        <AppCodeField {...form.field('code')} />
        <Row>
          <Button type="submit" variant="accent" busy={form.busy} busyLabel="Checking...">
            Confirm
          </Button>
          <Button variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        </Row>
      </Form>
    </Stack>
  )
}

const SwitchOff = ({ onDone }: { onDone: () => void }) => {
  const { open } = useSession()
  const form = useForm({
    initial: { password: '' },
    schema: EndTotp,
    bodyOf: (values) => values,
    send: async ({ password }) => {
      await (await open()).endTotp(password)
      toast({ kind: 'success', title: 'Authenticator app switched off', description: 'Your password signs you in.' })
      onDone()
    },
    fieldsOf: (thrown) => (isWrongPassword(thrown) ? { password: notTheirs } : undefined),
    onRefusal: (thrown) =>
      toast({
        title: 'The app was not switched off',
        description: isWrongPassword(thrown) ? notTheirs : identityMessage(thrown),
        isAtField: isWrongPassword(thrown),
      }),
  })
  return (
    <Form ref={form.form} onSubmit={form.submit} aria-label="Switch off authenticator app" maxWidth="form">
      <Text>
        Signing in asks for a code of your authenticator app. If you lose the app, write to us before you sign out: we
        can only let you in again after we know that it is you.
      </Text>
      <PasswordField {...form.field('password')} label="Your password" />
      <div>
        <Button type="submit" busy={form.busy} busyLabel="Switching off...">
          Switch off
        </Button>
      </div>
    </Form>
  )
}

/** A second factor for whoever signs in with a password: off, being set up, or on. */
export const AuthenticatorApp = () => {
  const { open, user } = useSession()
  const [secret, setSecret] = useState<TotpSecret>()
  const factor = useQuery({
    queryKey: ['authenticator-app', user?.userId],
    queryFn: async () => (await open()).hasTotp(),
    retry: false,
  })
  const begin = useMutation({
    mutationFn: async () => (await open()).beginTotp(),
    onSuccess: setSecret,
    onError: failed('The app cannot be set up now'),
  })
  const done = () => {
    setSecret(undefined)
    void factor.refetch()
  }
  return (
    <Stack gap="4" alignItems="flex-start">
      <Heading as="h3" look="heading" fontSize="lg">
        Authenticator app
      </Heading>
      {factor.isPending && <Skeleton height="16" width="full" />}
      {factor.isError && (
        <>
          <Text color="ink.muted">We could not find out whether you use one.</Text>
          <Button onClick={() => void factor.refetch()}>Try again</Button>
        </>
      )}
      {factor.data === true && <SwitchOff onDone={done} />}
      {factor.data === false && secret && <SetUp secret={secret} onDone={done} onCancel={() => setSecret(undefined)} />}
      {factor.data === false && !secret && (
        <>
          <Text color="ink.muted">
            With one, your password alone opens nothing: signing in also asks for the six digits that the app on your
            phone shows.
          </Text>
          <Button busy={begin.isPending} onClick={() => begin.mutate()}>
            Set up authenticator app
          </Button>
        </>
      )}
    </Stack>
  )
}
