import { countOf } from '#frontend/shared/format/counts.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Flex, Row, Span, Text } from '#frontend/ui/layout.tsx'
import type { ProofDecision } from '#schema/api/proofing.ts'
import { decisions } from './decision-buttons.tsx'

type SelectedPhotosProps = {
  count: number
  onAll: () => void
  onClear: () => void
  onDecide: (status: ProofDecision) => void
}

/** Said, but not seen on a phone: below each other, whole sentences would cover the photo. */
const saidOnPhones = { base: true, md: false } as const

/** Decides on several photos at once. */
export const SelectedPhotos = ({ count, onAll, onClear, onDecide }: SelectedPhotosProps) => (
  <Row role="group" aria-label="Selection" justifyContent="space-between" columnGap="2" rowGap="1" marginBottom="3">
    <Text textStyle="small" role="status" flex="1 1 5rem">
      {countOf(count, 'photo')} selected
    </Text>
    <Row gap="1" flexWrap="nowrap" marginEnd={{ base: '-3', md: '0' }}>
      <Button size="sm" variant="quiet" onClick={onAll}>
        <span>
          Select all<Span srOnly={saidOnPhones}> shown</Span>
        </span>
      </Button>
      <Button size="sm" variant="quiet" onClick={onClear}>
        Clear
      </Button>
    </Row>
    <Flex gap="2" flex={{ base: '1 1 100%', md: '0 1 auto' }}>
      {decisions.map(({ status, label, Icon }) => (
        <Button key={status} size="sm" flex="1 1 auto" onClick={() => onDecide(status)}>
          <Icon aria-hidden />
          <span>
            {label}
            <Span srOnly={saidOnPhones}> selected</Span>
          </span>
        </Button>
      ))}
    </Flex>
  </Row>
)
