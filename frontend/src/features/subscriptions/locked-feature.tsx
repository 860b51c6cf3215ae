import { LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { lockedSentence } from '#frontend/shared/subscriptions/trial-words.ts'
import { useTrial } from '#frontend/shared/subscriptions/use-trial.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Box, Heading, Stack, Text } from '#frontend/ui/layout.tsx'
import { Card } from '#frontend/ui/surface.tsx'
import { SubscriptionDialog } from './subscription-dialog.tsx'

/** In the place of a feature that the trial's end has locked. */
export const LockedFeature = ({ feature }: { feature: string }) => {
  const trial = useTrial()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Card textAlign="center" aria-label={`${feature} is locked`}>
      <Stack gap="4" alignItems="center" paddingBlock="6">
        <Box color="ink.muted">
          <LockKeyhole size={32} aria-hidden />
        </Box>
        <Heading look="heading">{feature}</Heading>
        <Text color="ink.muted" maxWidth="text">
          {lockedSentence(trial)}
        </Text>
        <Button variant="accent" onClick={() => setIsOpen(true)}>
          {trial.isPastDue ? 'Update Card' : 'Upgrade Now'}
        </Button>
      </Stack>
      {isOpen && <SubscriptionDialog trial={trial} onClose={() => setIsOpen(false)} />}
    </Card>
  )
}
