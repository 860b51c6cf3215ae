import { chakra } from '@chakra-ui/react'
import { useState } from 'react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { Box, Flex, Hidden, Text } from '#frontend/ui/layout.tsx'
import type { SalesAnalytics } from '#schema/api/analytics.ts'
import { formatPounds } from '#schema/money.ts'

type Point = SalesAnalytics['series'][number]

const Plot = chakra('svg', { base: { display: 'block', width: 'full', height: { base: '12rem', md: '16rem' } } })
const Bar = chakra('rect', {
  base: { fill: 'accent', transition: 'opacity 120ms' },
  variants: { dimmed: { true: { opacity: 0.45 } } },
})
const GridLine = chakra('line', { base: { stroke: 'line', strokeWidth: '1px', vectorEffect: 'non-scaling-stroke' } })

// Dates of the contract are UTC days.
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })
const nameOf = (point: Point, isByMonth: boolean) => (isByMonth ? month : day).format(new Date(point.date))

/** A round sum at or above the highest bar, so that lines fall on amounts people can read. */
export const niceTop = (highest: number): number => {
  if (highest <= 0) return 1_000
  const power = 10 ** Math.floor(Math.log10(highest))
  const step = [1, 2, 2.5, 5, 10].find((each) => each * power >= highest) ?? 10
  return step * power
}

const width = 1_000
const height = 300
const lines = [0, 0.5, 1]

type RevenueChartProps = { series: readonly Point[]; isByMonth: boolean }

/** Revenue over time. The bars are for eyes; screen readers get the same numbers as a table. */
export const RevenueChart = ({ series, isByMonth }: RevenueChartProps) => {
  const [pointed, setPointed] = useState<number>()
  const top = niceTop(Math.max(0, ...series.map((point) => point.revenuePence)))
  const slot = width / Math.max(1, series.length)
  const shown = pointed === undefined ? undefined : series[pointed]
  const first = series[0]
  const last = series.at(-1)
  return (
    <Box as="figure" aria-label="Revenue over time">
      <Text textStyle="small" color="ink.muted" minHeight="6" marginBottom="2" aria-hidden>
        {shown
          ? `${nameOf(shown, isByMonth)}: ${formatPounds(shown.revenuePence)}, ${countOf(shown.orderCount, 'order')}`
          : `Up to ${formatPounds(top)} a ${isByMonth ? 'month' : 'day'}`}
      </Text>
      <Plot
        viewBox={`0 0 ${String(width)} ${String(height)}`}
        preserveAspectRatio="none"
        aria-hidden
        onPointerLeave={() => setPointed(undefined)}
      >
        {lines.map((share) => (
          <GridLine key={share} x1={0} x2={width} y1={height * (1 - share)} y2={height * (1 - share)} />
        ))}
        {series.map((point, index) => {
          const tall = (point.revenuePence / top) * height
          return (
            <g key={point.date} onPointerEnter={() => setPointed(index)}>
              <rect x={index * slot} y={0} width={slot} height={height} fill="transparent" />
              <Bar
                dimmed={pointed !== undefined && pointed !== index}
                x={index * slot + slot * 0.16}
                y={height - tall}
                width={slot * 0.68}
                height={tall}
              />
            </g>
          )
        })}
      </Plot>
      <Flex justifyContent="space-between" marginTop="2" aria-hidden>
        <Text textStyle="fine">{first && nameOf(first, isByMonth)}</Text>
        {/* A sale at half past midnight in a British summer is of the day before. */}
        <Text textStyle="fine">{isByMonth ? 'Months' : 'Days'} in UTC</Text>
        <Text textStyle="fine">{last && nameOf(last, isByMonth)}</Text>
      </Flex>
      <Hidden as="div">
        <table>
          <caption>Revenue by {isByMonth ? 'month' : 'day'}, in UTC</caption>
          <thead>
            <tr>
              <th scope="col">{isByMonth ? 'Month' : 'Day'}</th>
              <th scope="col">Revenue</th>
              <th scope="col">Orders</th>
            </tr>
          </thead>
          <tbody>
            {series.map((point) => (
              <tr key={point.date}>
                <th scope="row">{nameOf(point, isByMonth)}</th>
                <td>{formatPounds(point.revenuePence)}</td>
                <td>{point.orderCount}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Hidden>
    </Box>
  )
}
