import { useState } from 'react'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { BrandLogo } from '#frontend/ui/brand-logo.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Box, Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Badge } from '#frontend/ui/surface.tsx'
import type { ClientProofSession } from '#schema/api/proofing.ts'
import { clientWord } from './proof-words.ts'

/** More of a description than a phone has room for, above the first photo. */
const longText = 120

/** What the photographer asks for; on a phone its first lines, until more is asked for. */
const Description = ({ text }: { text: string }) => {
  const [isWhole, setIsWhole] = useState(false)
  const isLong = text.length > longText || text.split('\n').length > 2
  return (
    <Box>
      <Text whiteSpace="pre-line" lineClamp={isLong && !isWhole ? { base: 2, md: 'none' } : undefined}>
        {text}
      </Text>
      {isLong && (
        <Button size="sm" variant="quiet" marginStart="-3" hideFrom="md" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show less' : 'Read all'}
        </Button>
      )}
    </Box>
  )
}

export const ProofHeader = ({ session }: { session: ClientProofSession }) => {
  const word = clientWord(session.status)
  return (
    <Stack gap={{ base: '1.5', md: '3' }} maxWidth="text">
      {session.brand?.logo && (
        <Box paddingBottom="2">
          <BrandLogo logo={session.brand.logo} name={session.photographerName} room="small" />
        </Box>
      )}
      <Row gap="3">
        <Badge tone={word.tone}>{word.label}</Badge>
        {session.deadlineAt && (
          <Text textStyle="small" color="ink.muted">
            {session.status === 'expired' ? 'Closed' : 'Open until'} {formatMinute(session.deadlineAt)}
          </Text>
        )}
      </Row>
      <Heading as="h1" look="title">
        {session.title}
      </Heading>
      <Text color="ink.muted">
        <bdi>{session.galleryTitle}</bdi>, by <bdi>{session.photographerName}</bdi>
      </Text>
      {session.description && <Description text={session.description} />}
    </Stack>
  )
}
