import { LockKeyhole, Mail } from 'lucide-react'
import type { FormEvent } from 'react'
import { codeOf, fieldProblem, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { TextField } from '#frontend/shared/forms/fields.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Checkbox } from '#frontend/ui/checkbox.tsx'
import { Form } from '#frontend/ui/field.tsx'
import { Box, Column, Heading, Hidden, Row, Text } from '#frontend/ui/layout.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { Card } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { galleries, LeftAddress } from '#schema/api/galleries.ts'
import { visitorConsent } from '#schema/consent.ts'
import { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { paths } from '#schema/paths.ts'
import { useUnlock } from './queries.ts'
import { ReportLink } from './report-link.tsx'

type Need = 'access_code' | 'password' | 'email'
const unlock = galleries.endpoints.unlock.body

type LockedGalleryProps = {
  galleryId: string
  needs: readonly Need[]
  /** Reads the gallery with the grant. It tells a failure by `failure`. */
  onUnlocked: (grant: { grant: string; expiresAt: string }) => Promise<void>
  /** The gallery is being read with a grant. */
  isOpening?: boolean
  /** Why it could not be read: what was typed was right. */
  failure?: { error: unknown; onRetry: () => void } | undefined
}

const question = (needs: readonly Need[]) => {
  if (needs.length === 0) return 'Only its photographer can see this gallery for now.'
  if (needs[0] === 'email')
    return 'Its photographer asks who looks. You need no account, and nobody else sees your address.'
  if (needs.includes('access_code') && needs.includes('password'))
    return 'Enter the access code and the password that the photographer gave you.'
  return needs[0] === 'password'
    ? 'Enter the password that the photographer gave you.'
    : 'Enter the access code that the photographer gave you.'
}

/** The title and sentence of a refusal. The server does not tell which of two was wrong, so that nobody finds out. */
const refusalOf = (error: unknown, needs: readonly Need[]) => {
  if (codeOf(error) !== 'invalid_access_code') return { title: 'Error', description: sentenceOf(error) }
  if (needs.includes('access_code') && needs.includes('password')) {
    return {
      title: 'Invalid access code or password',
      description: 'Please check your access code and your password and try again.',
    }
  }
  return needs[0] === 'password'
    ? { title: 'Invalid password', description: 'Please check your password and try again.' }
    : { title: 'Invalid access code', description: sentenceOf(error) }
}

/** All that a locked gallery tells: what it asks for. */
export const LockedGallery = ({ galleryId, needs, onUnlocked, isOpening = false, failure }: LockedGalleryProps) => {
  const opening = useUnlock()
  const { data: id } = GalleryId.safeParse(galleryId)
  const needsCode = needs.includes('access_code')
  const needsPassword = needs.includes('password')
  const needsEmail = needs.includes('email')
  const isOnlyEmail = needs[0] === 'email'
  const form = useForm({
    initial: { accessCode: '', password: '', email: '', consent: false },
    schema: needsEmail ? unlock.extend(LeftAddress.shape) : unlock,
    bodyOf: ({ accessCode, password, email, consent }) => ({
      ...(needsCode && { accessCode }),
      ...(needsPassword && { password }),
      ...(needsEmail && { email: email.trim(), consent: consent ? visitorConsent.version : null }),
    }),
    send: async (body) => {
      const grant = await opening.mutateAsync({ params: { galleryId }, body })
      await onUnlocked(grant)
    },
    fieldsOf: (error) => {
      const email = fieldProblem(error, 'email')
      if (email) return { email }
      const refusal = refusalOf(error, needs)
      // Of anything else no field is the reason: an address is not refused, and who has to wait may have typed all right.
      const isAtField = codeOf(error) === 'invalid_access_code' && !isOnlyEmail
      toast({ ...refusal, isAtField })
      if (!isAtField) return undefined
      const { description } = refusal
      return { ...(needsPassword && { password: description }), ...(needsCode && { accessCode: description }) }
    },
    // Most mistakes are made in what is typed unseen.
    jointly: ['password', 'accessCode'],
    // It was told already.
    onRefusal: () => undefined,
  })
  const codeField = form.field('accessCode')
  const passwordField = form.field('password')
  const isOfBoth = codeField.error !== undefined && codeField.error === passwordField.error
  const isBusy = form.busy || isOpening
  const { accessCode, password, email } = form.values
  const isIncomplete =
    (needsCode && accessCode === '') || (needsPassword && password === '') || (needsEmail && email.trim() === '')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isIncomplete && !isOpening) void form.submit()
  }

  return (
    <BarePage title={isOnlyEmail ? 'Gallery' : 'Private gallery'}>
      <Column paddingBlock={{ base: '12', md: '24' }}>
        <Card maxWidth="form" marginInline="auto">
          <Form ref={form.form} onSubmit={onSubmit}>
            <Box color="accent.text">
              {isOnlyEmail ? <Mail size={32} aria-hidden /> : <LockKeyhole size={32} aria-hidden />}
            </Box>
            <div>
              <Heading as="h1" look="section">
                {isOnlyEmail ? 'Leave your email address to see this gallery' : 'This gallery is private'}
              </Heading>
              <Text color="ink.muted" marginTop="2">
                {question(needs)}
              </Text>
            </div>
            {needsCode && (
              <TextField
                {...codeField}
                // What is said of both is read once, below the second.
                error={isOfBoth ? <Hidden>{codeField.error}</Hidden> : codeField.error}
                label="Access code"
                required
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                fontFamily="mono"
              />
            )}
            {needsPassword && (
              <TextField {...passwordField} label="Password" required type="password" autoComplete="off" />
            )}
            {needsEmail && (
              <>
                <TextField
                  {...form.field('email')}
                  label="Your email address"
                  required
                  {...(!isOnlyEmail && { hint: 'The photographer asks who looks. Nobody else sees it.' })}
                  type="email"
                  inputMode="email"
                  autoComplete="email"
                  maxLength={limits.order.emailLength}
                />
                <Checkbox {...form.field('consent')} label={visitorConsent.text} isOptional />
              </>
            )}
            {failure && (
              <Alert
                tone="danger"
                title="The gallery could not be opened"
                action={
                  <Button size="sm" busy={isBusy} onClick={failure.onRetry}>
                    Try again
                  </Button>
                }
              >
                <Text>{sentenceOf(failure.error)}</Text>
              </Alert>
            )}
            <Row>
              {needs.length > 0 && (
                <Button type="submit" variant="accent" busy={isBusy} busyLabel="Opening..." disabled={isIncomplete}>
                  Open Gallery
                </Button>
              )}
              <ButtonLink to={paths.browse()} variant={needs.length > 0 ? 'quiet' : 'outline'} paddingInline="3">
                Browse Galleries
              </ButtonLink>
            </Row>
          </Form>
          {id && (
            <ReportLink
              reported={{ galleryId: id, photoId: null, title: isOnlyEmail ? 'Gallery' : 'Private gallery' }}
            />
          )}
        </Card>
      </Column>
    </BarePage>
  )
}
