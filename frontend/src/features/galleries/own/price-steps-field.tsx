import { Plus, X } from 'lucide-react'
import type { Control } from '#frontend/shared/forms/use-form.ts'
import { Button, IconButton } from '#frontend/ui/button.tsx'
import { Field, Input } from '#frontend/ui/field.tsx'
import { Flex, Stack, Text } from '#frontend/ui/layout.tsx'
import { maxSteps } from '#schema/offers.ts'
import { rowsOf, type StepRow, textOf, typedNumber } from './price-steps.ts'

type PriceStepsFieldProps = {
  steps: Control<string>
  /** Why one of the steps was refused: "priceSteps.0.from". */
  reasonOf: (path: string) => string | undefined
}

/** From how many photos on how much is taken off. */
export const PriceStepsField = ({ steps, reasonOf }: PriceStepsFieldProps) => {
  const rows = rowsOf(steps.value)
  const become = (next: readonly StepRow[]) => steps.onChange(textOf(next))
  const edit = (index: number, change: Partial<StepRow>) =>
    become(rows.map((row, place) => (place === index ? { ...row, ...change } : row)))
  return (
    <Stack gap="4" role="group" aria-label="Cheaper together">
      <div>
        <Text fontWeight="medium">Cheaper together</Text>
        <Text textStyle="small" color="ink.muted">
          Who buys more photos of this gallery together pays less for each. Visitors see it before they choose.
        </Text>
      </div>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place.
        <Flex key={index} gap="3" alignItems="flex-start">
          <Field label="From photos" error={reasonOf(`priceSteps.${String(index)}.from`)}>
            <Input
              type="number"
              inputMode="numeric"
              name={`priceSteps.${String(index)}.from`}
              min={2}
              value={row.from}
              onChange={(event) => edit(index, { from: typedNumber(event.currentTarget.value) })}
            />
          </Field>
          <Field label="Percent off" error={reasonOf(`priceSteps.${String(index)}.percent`)}>
            <Input
              type="number"
              inputMode="numeric"
              name={`priceSteps.${String(index)}.percent`}
              min={1}
              max={90}
              value={row.percent}
              onChange={(event) => edit(index, { percent: typedNumber(event.currentTarget.value) })}
            />
          </Field>
          <IconButton
            label={`Remove step ${String(index + 1)}`}
            marginTop="7"
            onClick={() => become(rows.filter((_, place) => place !== index))}
          >
            <X aria-hidden />
          </IconButton>
        </Flex>
      ))}
      {steps.error !== undefined && (
        <Text textStyle="small" color="danger" role="alert">
          {steps.error}
        </Text>
      )}
      <Button
        alignSelf="flex-start"
        size="sm"
        ended={rows.length >= maxSteps}
        onClick={() => become([...rows, { from: '', percent: '' }])}
      >
        <Plus aria-hidden />
        Add a Step
      </Button>
    </Stack>
  )
}
