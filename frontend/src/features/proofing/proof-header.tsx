import { formatMinute } from '#frontend/shared/format/dates.ts'
import { Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Badge } from '#frontend/ui/surface.tsx'
import type { ClientProofSession } from '#schema/api/proofing.ts'
import { clientWord } from './proof-words.ts'

export const ProofHeader = ({ session }: { session: ClientProofSession }) => {
  const word = clientWord(session.status)
  return (
    <Stack gap="3" maxWidth="text">
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
        {session.galleryTitle}, by {session.photographerName}
      </Text>
      {session.description && <Text whiteSpace="pre-line">{session.description}</Text>}
    </Stack>
  )
}
