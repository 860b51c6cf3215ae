import { countOf } from '#frontend/shared/format/counts.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Dock } from '#frontend/ui/dock.tsx'
import { Row, Text } from '#frontend/ui/layout.tsx'
import type { ProofDecision } from '#schema/api/proofing.ts'
import { decisions } from './decision-buttons.tsx'

type SelectedPhotosProps = {
  count: number
  onAll: () => void
  onClear: () => void
  onDecide: (status: ProofDecision) => void
}

/** Decides on several photos at once. */
export const SelectedPhotos = ({ count, onAll, onClear, onDecide }: SelectedPhotosProps) => (
  <Dock aria-label="Selection">
    <Row justifyContent="space-between">
      <Text textStyle="small" role="status">
        {countOf(count, 'photo')} selected
      </Text>
      <Row gap="2">
        <Button size="sm" variant="quiet" onClick={onAll}>
          Select all shown
        </Button>
        <Button size="sm" variant="quiet" onClick={onClear}>
          Clear
        </Button>
        {decisions.map(({ status, label, Icon }) => (
          <Button key={status} size="sm" onClick={() => onDecide(status)}>
            <Icon aria-hidden />
            {label} selected
          </Button>
        ))}
      </Row>
    </Row>
  </Dock>
)
