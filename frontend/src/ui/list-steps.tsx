import { useState } from 'react'
import { formatCount } from '#schema/counts.ts'
import { Button } from './button.tsx'
import { Row, Text } from './layout.tsx'

/** Entries that are drawn at once: some screens full, and well within what a phone draws without a pause. */
const step = 60

/** A long list, drawn a step at a time: `shown` are its first entries, and `more` is the way to the next ones. */
export const useListSteps = <T,>(all: readonly T[], what: string) => {
  const [most, setMost] = useState(step)
  const left = all.length - most
  const more =
    left > 0 ? (
      <Row justifyContent="center" gap="4" marginTop="8">
        <Text textStyle="small" color="ink.muted" role="status">
          {formatCount(most)} of {formatCount(all.length)} {what}
        </Text>
        <Button onClick={() => setMost(most + step)}>Show {formatCount(Math.min(step, left))} more</Button>
      </Row>
    ) : null
  return { shown: left > 0 ? all.slice(0, most) : all, more }
}
