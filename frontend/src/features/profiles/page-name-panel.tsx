import { Check, Copy, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useMe } from '#frontend/shared/session/me.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { Button, TextLink } from '#frontend/ui/button.tsx'
import { Field, Input } from '#frontend/ui/field.tsx'
import { Flex, Heading, Row, Span, Stack, Text } from '#frontend/ui/layout.tsx'
import { Card, Skeleton } from '#frontend/ui/surface.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import type { OwnProfile } from '#schema/api/profiles.ts'
import { errors } from '#schema/errors.ts'
import { limits } from '#schema/limits.ts'
import { paths } from '#schema/paths.ts'
import { PageName } from '#schema/text.ts'
import { useGeneratePageName, usePageNameCheck, useSavePageName } from './queries.ts'

type Availability = 'unknown' | 'checking' | 'available' | 'unavailable'

/** What was typed, once typing has stopped for half a second. */
const useSettled = (text: string) => {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), limits.pageName.checkDelayMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/**
 * Whether a name can be had, and why not: shorter than 3 is neutral; a name against the rules, or a failed look-up, cannot.
 */
const useAvailability = (name: string, current: string | null): { availability: Availability; reason: string } => {
  const settled = useSettled(name)
  const isWellFormed = PageName.safeParse(settled).success
  const isWorthAsking = settled.length >= limits.pageName.min && settled !== current
  const check = usePageNameCheck(settled, isWorthAsking && isWellFormed)
  const unavailable = (reason: string) => ({ availability: 'unavailable', reason }) as const
  const otherwise = (availability: Availability) => ({ availability, reason: '' })
  if (name.length < limits.pageName.min || name === current) return otherwise('unknown')
  if (settled !== name) return otherwise('checking')
  if (!isWellFormed) return unavailable(errors.page_name_invalid[1])
  // Nobody knows whether it is taken, so that is not said.
  if (check.isError) return unavailable(sentenceOf(check.error))
  if (!check.data) return otherwise('checking')
  return check.data.available ? otherwise('available') : unavailable(errors.page_name_taken[1])
}

const publicAddress = (subdomain: string) => `${location.origin}${paths.portfolio({ subdomain })}`

const CopyAddress = ({ subdomain }: { subdomain: string }) => {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(publicAddress(subdomain))
      toast({ kind: 'success', title: 'Copied!', description: 'Your gallery page address is on the clipboard.' })
    } catch {
      toast({ title: 'Not copied', description: 'Your browser did not allow it. Please mark the address and copy it.' })
    }
  }
  return (
    <Row justifyContent="space-between" background="sunken" padding="3" paddingInlineStart="4">
      <TextLink to={paths.portfolio({ subdomain })} fontSize="sm">
        {publicAddress(subdomain).replace(/^https?:\/\//, '')}
      </TextLink>
      <Button size="sm" onClick={() => void copy()}>
        <Copy aria-hidden />
        Copy
      </Button>
    </Row>
  )
}

const verdicts = {
  unknown: null,
  checking: <Span color="ink.muted">Checking...</Span>,
  available: (
    <Flex as="span" gap="1.5" alignItems="center" color="success">
      <Check size={16} aria-hidden />
      Available
    </Flex>
  ),
  unavailable: null,
} as const

const missing = 'Please type a name or generate one.'

const PageNameForm = ({ me }: { me: OwnProfile }) => {
  const [name, setName] = useState(me.subdomain ?? '')
  const [isMissing, setIsMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const { availability, reason } = useAvailability(name, me.subdomain)
  const generate = useGeneratePageName()
  const save = useSavePageName()

  const suggest = () => {
    if (me.displayName.trim() === '') {
      toast({ title: 'Missing display name', description: errors.missing_display_name[1] })
      return
    }
    generate.mutate(
      {},
      {
        onSuccess: (suggestion) => setName(suggestion.name),
        onError: (error) =>
          toast({
            title: codeOf(error) === 'missing_display_name' ? 'Missing display name' : 'Error generating subdomain',
            description: sentenceOf(error),
          }),
      },
    )
  }
  const keep = () => {
    if (save.isPending) return
    if (name === '') {
      setIsMissing(true)
      field.current?.focus()
      toast({ title: 'Gallery page name required', description: missing, isAtField: true })
      return
    }
    if (availability === 'unavailable') {
      toast({ title: 'Gallery page name unavailable', description: reason, isAtField: true })
      return
    }
    save.mutate(
      { body: { name } },
      {
        onSuccess: ({ subdomain }) =>
          toast({
            kind: 'success',
            title: 'Gallery page name saved',
            description: `Your galleries are at ${publicAddress(subdomain ?? name)}`,
          }),
        onError: (error) =>
          toast(
            codeOf(error) === 'page_name_taken'
              ? { title: 'Gallery page name unavailable', description: sentenceOf(error) }
              : { title: 'Error saving gallery page name', description: sentenceOf(error) },
          ),
      },
    )
  }

  const refusal = isMissing && name === '' ? missing : availability === 'unavailable' && reason
  return (
    <Stack gap="4">
      {me.subdomain && <CopyAddress subdomain={me.subdomain} />}
      <Field
        label="Gallery page name"
        error={
          refusal && (
            <Flex as="span" gap="1.5" alignItems="center">
              <X size={16} aria-hidden />
              {refusal}
            </Flex>
          )
        }
        hint={`${location.host}/${name || 'your-name'}`}
      >
        <Input
          ref={field}
          value={name}
          maxLength={limits.pageName.max}
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => {
            setName(event.currentTarget.value.toLowerCase())
            setIsMissing(false)
          }}
        />
      </Field>
      <Text as="div" textStyle="small" role="status" minHeight="6">
        {verdicts[availability]}
      </Text>
      <Row>
        <Button variant="accent" busy={save.isPending} busyLabel="Saving..." onClick={keep}>
          Save
        </Button>
        <Button busy={generate.isPending} onClick={suggest}>
          Generate
        </Button>
      </Row>
    </Stack>
  )
}

/** The short public path of a photographer's galleries: check, generate, save, copy. */
export const PageNamePanel = () => {
  const { data: me } = useMe()
  return (
    <Card as="div">
      <Heading look="heading" marginBottom="2">
        Custom gallery page name
      </Heading>
      <Text color="ink.muted" marginBottom="5">
        The address that you give to clients: all your public galleries are there.
      </Text>
      {me?.pageTakedown && (
        <Alert tone="danger" title="Your public page was taken down by Darkslide">
          {me.pageTakedown.reason}
        </Alert>
      )}
      {me ? <PageNameForm me={me} /> : <Skeleton height="17rem" />}
    </Card>
  )
}
