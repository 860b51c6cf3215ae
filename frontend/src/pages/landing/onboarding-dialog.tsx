import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { StartSelling } from '#frontend/shared/session/start-selling.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Flex, Hidden, Row, Span, Stack, Text } from '#frontend/ui/layout.tsx'
import { ProgressBar } from '#frontend/ui/surface.tsx'
import { useFocusHandOver } from '#frontend/ui/use-focus-hand-over.ts'
import { steps } from './copy.ts'

const Dot = chakra('button', {
  base: {
    width: '6',
    height: '6',
    display: 'grid',
    placeItems: 'center',
    cursor: 'pointer',
    _before: { content: '""', width: '2.5', height: '2.5', borderRadius: 'round', background: 'line.strong' },
    _currentStep: { _before: { background: 'accent.text' } },
  },
})

/** How selling works, in six steps. */
export const OnboardingDialog = ({ onClose }: { onClose: () => void }) => {
  const [index, setIndex] = useState(0)
  const { noteFocus, takeOver } = useFocusHandOver()
  const step = steps[index]
  const isLast = index === steps.length - 1
  const percent = Math.round(((index + 1) / steps.length) * 100)
  return (
    <Dialog
      open
      onClose={onClose}
      title="How Darkslide works"
      footer={
        <Flex width="full" justifyContent="space-between" alignItems="center" gap="3" flexWrap="wrap">
          <Button ended={index === 0} onClick={() => setIndex(index - 1)}>
            Previous
          </Button>
          <Flex order={{ base: '-1', sm: '0' }} width={{ base: 'full', sm: 'auto' }} justifyContent="center">
            {steps.map(({ title }, at) => (
              <Dot
                key={title}
                type="button"
                aria-current={at === index ? 'step' : undefined}
                onClick={() => setIndex(at)}
              >
                <Hidden>
                  Step {at + 1}: {title}
                </Hidden>
              </Dot>
            ))}
          </Flex>
          {isLast ? (
            <StartSelling ref={takeOver} variant="accent">
              Get Started Now
            </StartSelling>
          ) : (
            <Button
              variant="accent"
              onClick={({ currentTarget }) => {
                noteFocus(currentTarget)
                setIndex(index + 1)
              }}
            >
              Next
            </Button>
          )}
        </Flex>
      }
    >
      <Stack gap="6">
        <Stack gap="2">
          <Row justifyContent="space-between" textStyle="small" color="ink.muted">
            <Span>
              Step {index + 1} of {steps.length}
            </Span>
            <Span>{percent}%</Span>
          </Row>
          <ProgressBar label="Progress" percent={percent} />
        </Stack>
        <Flex gap="5" alignItems="baseline" minHeight="32" aria-live="polite">
          <Text fontFamily="heading" fontSize="4xl" lineHeight="1" color="accent.text" aria-hidden>
            {index + 1}
          </Text>
          <div>
            <Text textStyle="section">{step?.title}</Text>
            <Text marginTop="2">{step?.text}</Text>
          </div>
        </Flex>
      </Stack>
    </Dialog>
  )
}
