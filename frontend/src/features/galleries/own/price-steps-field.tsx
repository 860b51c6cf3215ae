import { Plus, X } from 'lucide-react'
import type { Control } from '#frontend/shared/forms/use-form.ts'
import { Button, IconButton } from '#frontend/ui/button.tsx'
import { Field, Input } from '#frontend/ui/field.tsx'
import { Flex, Stack, Text } from '#frontend/ui/layout.tsx'
import { Table, TableFrame } from '#frontend/ui/table.tsx'
import { formatPounds } from '#schema/money.ts'
import { maxSteps, PriceSteps } from '#schema/offers.ts'
import { cliffOf, previewOf, rowsOf, type StepRow, stepsOf, textOf, typedNumber } from './price-steps.ts'

type PriceStepsFieldProps = {
  steps: Control<string>
  /** Why one of the steps was refused: "priceSteps.0.from". */
  reasonOf: (path: string) => string | undefined
  /** What one photo costs, `undefined` while that is no price. */
  eachPence: number | undefined
  photoCount: number
}

/** From how many photos on how much is taken off, and what that comes to. */
export const PriceStepsField = ({ steps, reasonOf, eachPence, photoCount }: PriceStepsFieldProps) => {
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
      {rows.length < maxSteps && (
        <Button alignSelf="flex-start" size="sm" onClick={() => become([...rows, { from: '', percent: '' }])}>
          <Plus aria-hidden />
          Add a Step
        </Button>
      )}
      <Preview text={steps.value} eachPence={eachPence} photoCount={photoCount} />
    </Stack>
  )
}

type PreviewProps = { text: string; eachPence: number | undefined; photoCount: number }

/** What buyers would pay by what stands in the form; nothing while that is not complete. */
const Preview = ({ text, eachPence, photoCount }: PreviewProps) => {
  const steps = PriceSteps.safeParse(stepsOf(text))
  if (!steps.success || steps.data.length === 0 || eachPence === undefined) return null
  const cliff = cliffOf(eachPence, steps.data)
  return (
    <Stack gap="2">
      <TableFrame aria-label="What buyers pay">
        <Table>
          <thead>
            <tr>
              <th scope="col">A buyer of</th>
              <th scope="col" data-number>
                pays
              </th>
              <th scope="col" data-number>
                you get
              </th>
            </tr>
          </thead>
          <tbody>
            {previewOf(eachPence, steps.data, photoCount).map(({ count, isAll, paysPence, getsPence }) => (
              <tr key={count}>
                <td>{count === 1 ? '1 photo' : `${isAll ? 'all ' : ''}${String(count)} photos`}</td>
                <td data-number>{formatPounds(paysPence)}</td>
                <td data-number>{formatPounds(getsPence)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
      <Text textStyle="fine">
        At {formatPounds(eachPence)} a photo; photos with a price of their own count at that.
      </Text>
      {cliff && (
        <Text textStyle="small" role="status">
          {cliff.from} photos would cost less than {cliff.from - 1}. Buyers will notice: a smaller step earns you more.
        </Text>
      )}
    </Stack>
  )
}
