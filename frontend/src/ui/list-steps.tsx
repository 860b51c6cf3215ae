import { useState } from 'react'
import { formatCount } from '#schema/counts.ts'
import { Button } from './button.tsx'
import { Row, Text } from './layout.tsx'
import { useFocusHandOver } from './use-focus-hand-over.ts'

/** Entries that are drawn at once: some screens full, and well within what a phone draws without a pause. */
const step = 60

/**
 * A long list, drawn a step at a time: `shown` are its first entries, and `more` is the way to the next ones. The last
 * press leaves the focus on how many there are.
 */
export const useListSteps = <T,>(all: readonly T[], what: string) => {
  const [most, setMost] = useState(step)
  const { noteFocus, takeOver } = useFocusHandOver()
  const left = Math.max(0, all.length - most)
  const more =
    all.length > step ? (
      <Row justifyContent="center" gap="4" marginTop="8">
        <Text ref={left > 0 ? undefined : takeOver} tabIndex={-1} textStyle="small" color="ink.muted" role="status">
          {formatCount(all.length - left)} of {formatCount(all.length)} {what}
        </Text>
        {left > 0 && (
          <Button
            onClick={({ currentTarget }) => {
              noteFocus(currentTarget)
              setMost(most + step)
            }}
          >
            Show {formatCount(Math.min(step, left))} more
          </Button>
        )}
      </Row>
    ) : null
  return { shown: left > 0 ? all.slice(0, most) : all, more }
}
