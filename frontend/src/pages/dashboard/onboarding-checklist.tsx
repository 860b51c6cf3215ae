import { chakra } from '@chakra-ui/react'
import { Check, Circle } from 'lucide-react'
import { useBalance } from '#frontend/features/payouts/public.ts'
import { useMe } from '#frontend/shared/session/me.ts'
import { ButtonLink } from '#frontend/ui/button.tsx'
import { Box, Flex, Heading, Hidden, Row, Text } from '#frontend/ui/layout.tsx'
import { Card, ProgressBar } from '#frontend/ui/surface.tsx'
import { addresses, paths } from '#schema/paths.ts'

const Step = chakra('li', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '3',
    paddingBlock: '3',
    borderTopWidth: '1px',
    borderColor: 'line',
  },
})

type Counts = { galleryCount: number; photoCount: number }

/** The way to the first sale, with what is done ticked; gone once all of it is. */
export const OnboardingChecklist = ({ galleryCount, photoCount }: Counts) => {
  const { data: me } = useMe()
  const { data: balance } = useBalance()
  if (!me || !balance) return null
  const steps = [
    {
      name: 'Choose your gallery page name',
      why: 'The short address that you give to clients.',
      done: me.subdomain !== null,
      to: addresses.dashboardTab('settings'),
      action: 'Choose a name',
    },
    {
      name: 'Create your first gallery',
      why: 'A title and a price per photo are enough.',
      done: galleryCount > 0,
      to: addresses.dashboardTab('galleries'),
      action: 'Create a gallery',
    },
    {
      name: 'Upload photos',
      why: 'Drop hundreds at once; each keeps its original.',
      done: photoCount > 0,
      to: paths.upload(),
      action: 'Upload photos',
    },
    {
      name: 'Set up your payout account',
      why: 'So that your share reaches your bank every week.',
      done: balance.payoutAccount === 'ready',
      to: addresses.dashboardTab('balance'),
      action: 'Set up payouts',
    },
  ]
  const done = steps.filter((step) => step.done).length
  const next = steps.find((step) => !step.done)
  if (!next) return null
  return (
    <Card aria-labelledby="onboarding">
      <Row justifyContent="space-between" marginBottom="4">
        <Heading id="onboarding" look="heading">
          On sale in five minutes
        </Heading>
        <Text textStyle="small" color="ink.muted">
          {done} of {steps.length} done
        </Text>
      </Row>
      <ProgressBar label="Setting up" percent={(done / steps.length) * 100} />
      <Box as="ol" listStyle="none" marginTop="4">
        {steps.map((step) => (
          <Step key={step.name}>
            <Box color={step.done ? 'success' : 'ink.muted'}>
              {step.done ? <Check size={20} aria-hidden /> : <Circle size={20} aria-hidden />}
            </Box>
            <Box flex="1 1 14rem">
              <Text fontWeight="medium" color={step.done ? 'ink.muted' : 'ink'}>
                {step.name}
                <Hidden>{step.done ? ', done' : ', to do'}</Hidden>
              </Text>
              {!step.done && (
                <Text textStyle="small" color="ink.muted">
                  {step.why}
                </Text>
              )}
            </Box>
            {!step.done && (
              <Flex>
                <ButtonLink to={step.to} size="sm" variant={step === next ? 'accent' : 'outline'}>
                  {step.action}
                </ButtonLink>
              </Flex>
            )}
          </Step>
        ))}
      </Box>
    </Card>
  )
}
