import { LockKeyhole } from 'lucide-react'
import { type FormEvent, useEffect, useState } from 'react'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { dropGrant } from '#frontend/shared/api/grants.ts'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Field, Form, Input } from '#frontend/ui/field.tsx'
import { Box, Column, Heading, Row, Text } from '#frontend/ui/layout.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { Card } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { GalleryId } from '#schema/ids.ts'
import { paths } from '#schema/paths.ts'
import { useUnlock } from './queries.ts'
import { ReportLink } from './report-link.tsx'

type Need = 'access_code' | 'password'
type LockedGalleryProps = {
  galleryId: string
  needs: readonly Need[]
  onUnlocked: (grant: { grant: string; expiresAt: string }) => Promise<void>
}

const question = (needs: readonly Need[]) => {
  if (needs.length === 0) return 'Only its photographer can see this gallery for now.'
  if (needs.length === 2) return 'Enter the access code and the password that the photographer gave you.'
  return needs[0] === 'password'
    ? 'Enter the password that the photographer gave you.'
    : 'Enter the access code that the photographer gave you.'
}

/** The title and sentence of a refusal. The server does not tell which of two was wrong, so that nobody finds out. */
const refusalOf = (error: unknown, needs: readonly Need[]) => {
  if (codeOf(error) !== 'invalid_access_code') return { title: 'Error', description: sentenceOf(error) }
  if (needs.length === 2) {
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
export const LockedGallery = ({ galleryId, needs, onUnlocked }: LockedGalleryProps) => {
  const [accessCode, setAccessCode] = useState('')
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const unlock = useUnlock()
  const { data: id } = GalleryId.safeParse(galleryId)
  // A grant that did not open the gallery has died: its rules were changed.
  useEffect(() => dropGrant(galleryId), [galleryId])
  const needsCode = needs.includes('access_code')
  const needsPassword = needs.includes('password')
  const isIncomplete = (needsCode && accessCode === '') || (needsPassword && password === '')

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isIncomplete || unlock.isPending) return
    setProblem(undefined)
    unlock.mutate(
      { params: { galleryId }, body: { ...(needsCode && { accessCode }), ...(needsPassword && { password }) } },
      {
        onSuccess: (grant) => void onUnlocked(grant),
        onError: (error) => {
          const refusal = refusalOf(error, needs)
          setProblem(refusal.description)
          toast(refusal)
        },
      },
    )
  }

  return (
    <BarePage title="Private gallery">
      <Column paddingBlock={{ base: '12', md: '24' }}>
        <Card maxWidth="form" marginInline="auto">
          <Form onSubmit={onSubmit}>
            <Box color="accent.text">
              <LockKeyhole size={32} aria-hidden />
            </Box>
            <div>
              <Heading as="h1" look="section">
                This gallery is private
              </Heading>
              <Text color="ink.muted" marginTop="2">
                {question(needs)}
              </Text>
            </div>
            {needsCode && (
              <Field label="Access code" required error={problem}>
                <Input
                  value={accessCode}
                  onChange={(event) => setAccessCode(event.currentTarget.value)}
                  autoComplete="off"
                  autoCapitalize="none"
                  spellCheck={false}
                  fontFamily="mono"
                />
              </Field>
            )}
            {needsPassword && (
              <Field label="Password" required error={needsCode ? undefined : problem}>
                <Input
                  type="password"
                  value={password}
                  onChange={(event) => setPassword(event.currentTarget.value)}
                  autoComplete="off"
                />
              </Field>
            )}
            <Row>
              {needs.length > 0 && (
                <Button
                  type="submit"
                  variant="accent"
                  busy={unlock.isPending}
                  busyLabel="Opening..."
                  disabled={isIncomplete}
                >
                  Open Gallery
                </Button>
              )}
              <ButtonLink to={paths.browse()} variant={needs.length > 0 ? 'quiet' : 'outline'}>
                Browse Galleries
              </ButtonLink>
            </Row>
          </Form>
          {id && <ReportLink reported={{ galleryId: id, photoId: null, title: 'Private gallery' }} />}
        </Card>
      </Column>
    </BarePage>
  )
}
