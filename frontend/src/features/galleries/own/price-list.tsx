import { chakra } from '@chakra-ui/react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { Stack, Text } from '#frontend/ui/layout.tsx'
import { Table, TableFrame } from '#frontend/ui/table.tsx'
import { formatPounds, type Pence } from '#schema/money.ts'
import { PriceSteps } from '#schema/offers.ts'
import { WebPrice } from '#schema/web-size.ts'
import { type Oddity, type Offers, odditiesOf, type PriceGroup, type PriceRow, priceGroupsOf } from './price-rows.ts'
import { stepsOf } from './price-steps.ts'

const groupNames: Readonly<Record<PriceGroup['sold'], string>> = {
  original: 'Original',
  web: 'Web size',
  whole: 'Whole gallery',
}

const Rows = chakra('tbody', {
  base: {
    '& th[scope=rowgroup]': { color: 'ink', paddingBottom: '1' },
    '& th[scope=row]': { color: 'ink', fontWeight: 'normal', whiteSpace: 'normal' },
    '& tr[data-head] + tr': { borderTopWidth: '0' },
  },
})

const howOf = ({ offer, percent, isAll }: PriceRow): string | undefined => {
  if (offer === 'steps') return `${String(percent)}% off`
  return offer === 'whole' && !isAll ? 'gets the whole gallery' : undefined
}

const Priced = ({ row }: { row: PriceRow }) => {
  const how = howOf(row)
  return (
    <tr>
      <th scope="row">
        {row.isAll && 'all '}
        {countOf(row.count, 'photo')}
        {how && (
          <Text as="span" textStyle="fine" whiteSpace="nowrap">
            {' '}
            {how}
          </Text>
        )}
      </th>
      <td data-number>{formatPounds(row.paysPence)}</td>
      <td data-number>{formatPounds(row.getsPence)}</td>
    </tr>
  )
}

const warningOf = (odd: Oddity): string =>
  odd.kind === 'cliff'
    ? `${String(odd.from)} photos would cost less than ${String(odd.from - 1)}. Buyers will notice: a smaller step earns you more.`
    : `One by one, all photos cost ${formatPounds(odd.togetherPence)} together, less than the whole gallery.`

const notesOf = ({ eachPence, webPence }: Offers, isWebSold: boolean): string => {
  const prices = [
    `${formatPounds(eachPence)} a photo`,
    ...(isWebSold && webPence !== undefined ? [`${formatPounds(webPence)} as Web size`] : []),
  ]
  return `At ${prices.join(', ')}; photos with prices of their own count at those. You get what is left after our 10%.`
}

type PriceListProps = {
  /** What one photo costs, `undefined` while that is no price. */
  eachPence: Pence | undefined
  webPence: number | null
  /** As they are typed. */
  steps: string
  /** `undefined` where the gallery is not sold as a whole. */
  wholePence?: Pence | undefined
  photoCount: number
}

/**
 * What buyers would pay and the photographer would get by what stands in the form, while it is typed. What is not complete
 * yet is left out.
 */
export const PriceList = ({ eachPence, webPence, steps: typed, wholePence, photoCount }: PriceListProps) => {
  if (eachPence === undefined || eachPence === 0) return null
  const steps = PriceSteps.safeParse(stepsOf(typed))
  const web = WebPrice.safeParse(webPence)
  const offers = { eachPence, webPence: web.data, steps: steps.data ?? [], wholePence, photoCount }
  const groups = priceGroupsOf(offers)
  const isWebSold = groups.some(({ sold }) => sold === 'web')
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
          {groups.map(({ sold, rows }) => (
            <Rows key={sold}>
              {groups.length > 1 && (
                <tr data-head="">
                  <th scope="rowgroup" colSpan={3}>
                    {groupNames[sold]}
                  </th>
                </tr>
              )}
              {rows.map((row) => (
                <Priced key={row.count} row={row} />
              ))}
            </Rows>
          ))}
        </Table>
      </TableFrame>
      <Text textStyle="fine">{notesOf(offers, isWebSold)}</Text>
      <Text textStyle="small" role="status">
        {[
          ...(steps.success ? [] : ['The steps are left out until they are complete.']),
          ...odditiesOf(offers).map(warningOf),
        ].join(' ')}
      </Text>
    </Stack>
  )
}
