import type { ReactNode } from 'react'
import { Button, ButtonLink } from './button.tsx'
import { Box, Column, Heading, Row, Stack, Text } from './layout.tsx'
import { BarePage } from './page.tsx'
import { Card } from './surface.tsx'

type RefusalCardProps = {
  title: string
  /** The sentence: what went wrong, in words that help. */
  message: ReactNode
  onRetry?: (() => void) | undefined
  back?: { to: string; label: string }
}

/** A card that says what went wrong and what to do next. */
const RefusalCard = ({ title, message, onRetry, back }: RefusalCardProps) => (
  <Card role="alert" maxWidth="form" marginInline="auto" textAlign="center">
    <Stack gap="4" alignItems="center">
      <Heading as="h1" look="section">
        {title}
      </Heading>
      <Text color="ink.muted">{message}</Text>
      <Row justifyContent="center">
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        {back && (
          <ButtonLink to={back.to} variant="accent">
            {back.label}
          </ButtonLink>
        )}
      </Row>
    </Stack>
  </Card>
)

/** A whole page that is nothing but a refusal. */
export const Refusal = (props: RefusalCardProps) => (
  <BarePage title={props.title}>
    <Column minHeight="100dvh" paddingBlock={{ base: '16', md: '28' }}>
      <Box>
        <RefusalCard {...props} />
      </Box>
    </Column>
  </BarePage>
)
