import { LockKeyhole } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { lockedSentence } from '#frontend/shared/subscriptions/trial-words.ts'
import { useTrial } from '#frontend/shared/subscriptions/use-trial.ts'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Box, Column, Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { Loading } from '#frontend/ui/spinner.tsx'
import { Card } from '#frontend/ui/surface.tsx'
import { paths } from '#schema/paths.ts'
import { SubscriptionDialog } from './subscription-dialog.tsx'

/** A whole page for those in trial or subscribed; others see 'Subscription Required' with the options. */
export const SubscriptionGate = ({ children }: { children: ReactNode }) => {
  const trial = useTrial()
  const [isOpen, setIsOpen] = useState(false)
  if (trial.loading) {
    return (
      <BarePage title={undefined} loading>
        <Box paddingTop="32">
          <Loading label={<h1>Loading</h1>} />
        </Box>
      </BarePage>
    )
  }
  if (!trial.isExpired) return children
  return (
    <BarePage title="Subscription Required">
      <Column paddingBlock={{ base: '16', md: '28' }}>
        <Card maxWidth="form" marginInline="auto" textAlign="center">
          <Stack gap="5" alignItems="center">
            <Box color="ink.muted">
              <LockKeyhole size={36} aria-hidden />
            </Box>
            <Heading as="h1" look="section">
              Subscription Required
            </Heading>
            <Text color="ink.muted">{lockedSentence(trial)}</Text>
            <Row justifyContent="center">
              <Button variant="accent" onClick={() => setIsOpen(true)}>
                View subscription options
              </Button>
              {trial.isUnknown ? (
                <Button onClick={trial.checkAgain}>Check again</Button>
              ) : (
                <ButtonLink to={paths.dashboard()}>Go to dashboard</ButtonLink>
              )}
            </Row>
          </Stack>
        </Card>
      </Column>
      {isOpen && <SubscriptionDialog trial={trial} onClose={() => setIsOpen(false)} />}
    </BarePage>
  )
}
