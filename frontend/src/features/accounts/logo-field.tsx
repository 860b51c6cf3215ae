import { ImageUp } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { ApiError, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Confirm } from '#frontend/ui/confirm.tsx'
import { Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { logos } from '#schema/api/logos.ts'
import { profiles } from '#schema/api/profiles.ts'
import { limits } from '#schema/limits.ts'

const { save, remove } = logos.endpoints
const refreshes = [profiles.endpoints.me]
const accepted = 'image/png,image/jpeg,image/webp'

/** A file's bytes in base64. Rejects when the file cannot be read, for example because it was moved meanwhile. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(new Error('The file could not be read.'))
    reader.readAsDataURL(file)
  })

/** What the server says of the file itself, or why it could not be asked. */
const reasonOf = (thrown: unknown): string => {
  if (thrown instanceof ApiError) return thrown.fields[0]?.message ?? sentenceOf(thrown)
  return 'This file could not be read. Please choose it again.'
}

/** Sends a logo as soon as it is chosen, and takes it away; what is wrong with a file is said here. */
export const LogoField = ({ hasLogo }: { hasLogo: boolean }) => {
  const input = useRef<HTMLInputElement>(null)
  const reason = useId()
  const [problem, setProblem] = useState<string>()
  const [isReading, setIsReading] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  const saving = useEndpoint(save, { refreshes })
  const removing = useEndpoint(remove, { refreshes })

  const send = async (file: File) => {
    setProblem(undefined)
    if (file.size > limits.logo.maxBytes)
      return setProblem('This file is larger than 2 MB. Please export a smaller one.')
    setIsReading(true)
    try {
      await saving.mutateAsync({ body: { image: await base64Of(file) } })
      toast({ kind: 'success', title: 'Logo saved', description: 'Your pages show it within a minute.' })
    } catch (thrown) {
      setProblem(reasonOf(thrown))
    } finally {
      setIsReading(false)
    }
  }
  const takeAway = async () => {
    setIsAsking(false)
    setProblem(undefined)
    try {
      await removing.mutateAsync({})
      toast({ kind: 'success', title: 'Logo removed', description: 'Your pages go without it within a minute.' })
    } catch (thrown) {
      setProblem(reasonOf(thrown))
    }
  }
  return (
    <Stack gap="2">
      <Text fontWeight="medium">Logo</Text>
      <Row>
        <Button
          size="sm"
          busy={isReading}
          busyLabel="Sending..."
          disabled={removing.isPending}
          aria-describedby={reason}
          onClick={() => input.current?.click()}
        >
          <ImageUp aria-hidden />
          {hasLogo ? 'Replace Logo' : 'Choose Logo'}
        </Button>
        {hasLogo && (
          <Button
            size="sm"
            variant="quiet"
            busy={removing.isPending}
            busyLabel="Removing..."
            disabled={isReading}
            onClick={() => setIsAsking(true)}
          >
            Remove Logo
          </Button>
        )}
      </Row>
      <input
        ref={input}
        type="file"
        hidden
        accept={accepted}
        aria-label="Choose a logo"
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? []
          if (file) void send(file)
          // The same file can be chosen again.
          currentTarget.value = ''
        }}
      />
      <Text id={reason} textStyle="small" color={problem ? 'danger' : 'ink.muted'} role={problem ? 'alert' : undefined}>
        {problem ??
          'PNG, JPEG or WebP, at most 2 MB. With a transparent background it stands on any ground; see below how it looks.'}
      </Text>
      <Confirm
        open={isAsking}
        title="Remove your logo?"
        action="Remove Logo"
        onConfirm={() => void takeAway()}
        onClose={() => setIsAsking(false)}
      >
        Your galleries, portfolio, reviews and mails go without it. It is not kept here: to have it back, choose its
        file again.
      </Confirm>
    </Stack>
  )
}
