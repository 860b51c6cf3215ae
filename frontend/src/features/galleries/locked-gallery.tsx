import { LockKeyhole } from 'lucide-react'
import type { FormEvent } from 'react'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { TextField } from '#frontend/shared/forms/fields.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Form } from '#frontend/ui/field.tsx'
import { Box, Column, Heading, Row, Text } from '#frontend/ui/layout.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { Card } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { galleries } from '#schema/api/galleries.ts'
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
  const unlock = useUnlock()
  const { data: id } = GalleryId.safeParse(galleryId)
  const needsCode = needs.includes('access_code')
  const needsPassword = needs.includes('password')
  const form = useForm({
    initial: { accessCode: '', password: '' },
    schema: galleries.endpoints.unlock.body,
    bodyOf: ({ accessCode, password }) => ({
      ...(needsCode && { accessCode }),
      ...(needsPassword && { password }),
    }),
    send: async (body) => {
      const grant = await unlock.mutateAsync({ params: { galleryId }, body })
      void onUnlocked(grant)
    },
    fieldsOf: (error) => {
      const refusal = refusalOf(error, needs)
      toast({ ...refusal, isAtField: true })
      return { [needsCode ? 'accessCode' : 'password']: refusal.description }
    },
    // It was told already.
    onRefusal: () => undefined,
  })
  const { accessCode, password } = form.values
  const isIncomplete = (needsCode && accessCode === '') || (needsPassword && password === '')
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!isIncomplete) void form.submit()
  }

  return (
    <BarePage title="Private gallery">
      <Column paddingBlock={{ base: '12', md: '24' }}>
        <Card maxWidth="form" marginInline="auto">
          <Form ref={form.form} onSubmit={onSubmit}>
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
              <TextField
                {...form.field('accessCode')}
                label="Access code"
                required
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                fontFamily="mono"
              />
            )}
            {needsPassword && (
              <TextField {...form.field('password')} label="Password" required type="password" autoComplete="off" />
            )}
            <Row>
              {needs.length > 0 && (
                <Button type="submit" variant="accent" busy={form.busy} busyLabel="Opening..." disabled={isIncomplete}>
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
