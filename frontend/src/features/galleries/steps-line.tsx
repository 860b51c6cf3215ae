import { TicketPercent } from 'lucide-react'
import { memo } from 'react'
import { Box, Row, Text } from '#frontend/ui/layout.tsx'
import type { PriceStep } from '#schema/offers.ts'

/** "3 photos 10% off, 5 photos 20% off": what a gallery takes off before anything is chosen. */
const stepsText = (steps: readonly PriceStep[]): string =>
  steps.map(({ from, percent }) => `${String(from)} photos ${String(percent)}% off`).join(', ')

export const StepsLine = memo(
  ({ steps }: { steps: readonly PriceStep[] }) =>
    steps.length > 0 && (
      <Row gap="2" marginTop="6" flexWrap="nowrap" alignItems="flex-start">
        <Box flexShrink={0} color="accent.text" paddingTop="0.5" aria-hidden>
          <TicketPercent size={18} />
        </Box>
        <Text>Cheaper together: {stepsText(steps)}</Text>
      </Row>
    ),
)
