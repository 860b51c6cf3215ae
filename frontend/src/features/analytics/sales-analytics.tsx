import { chakra } from '@chakra-ui/react'
import { ChartColumn, Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useAddress, useChosen } from '#frontend/shared/address/use-address.ts'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { saveText } from '#frontend/shared/download/save-text.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { titlesOf } from '#frontend/shared/format/titles.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Field, Select } from '#frontend/ui/field.tsx'
import { FittedPhoto } from '#frontend/ui/fitted-photo.tsx'
import { Box, Grid, Heading, Hidden, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Badge, Card, EmptyState, Skeleton, SkeletonText } from '#frontend/ui/surface.tsx'
import { type SalesAnalytics as Analytics, AnalyticsWindow } from '#schema/api/analytics.ts'
import { formatCount } from '#schema/counts.ts'
import { formatPounds } from '#schema/money.ts'
import { analyticsFile, partsFile } from './analytics-file.ts'
import { useSalesAnalytics } from './queries.ts'
import { RevenueChart } from './revenue-chart.tsx'
import { SoldParts } from './sold-parts.tsx'

const Line = chakra('li', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '4',
    paddingBlock: '3',
    borderTopWidth: '1px',
    borderColor: 'line',
    '&:first-of-type': { borderTopWidth: '0' },
  },
})

const windowNames = { week: 'Last 7 days', month: 'Last month', year: 'Last year' } as const

const Figure = ({ label, value }: { label: string; value: string | undefined }) => (
  <Card as="div" room="narrow">
    <Text textStyle="small" color="ink.muted">
      {label}
    </Text>
    <Text fontFamily="heading" fontSize="2xl" lineHeight="snug">
      <SkeletonText loading={value === undefined} width="5ch">
        {value}
      </SkeletonText>
    </Text>
  </Card>
)

type ListProps = { title: string; isEmpty: boolean; empty: string; loading: boolean; children: ReactNode }
const Listing = ({ title, isEmpty, empty, loading, children }: ListProps) => (
  <Card aria-label={title}>
    <Heading look="heading">{title}</Heading>
    <Text textStyle="fine" marginBottom="3">
      What buyers paid, less what was given back.
    </Text>
    {loading ? (
      <Stack gap="3">
        <Skeleton height="12" />
        <Skeleton height="12" />
        <Skeleton height="12" />
      </Stack>
    ) : isEmpty ? (
      <Text color="ink.muted" paddingBlock="4">
        {empty}
      </Text>
    ) : (
      <Box as="ul" listStyle="none">
        {children}
      </Box>
    )}
  </Card>
)

type Sold = Pick<Analytics['recentOrders'][number], 'revenuePence' | 'earningsPence'>
/** Where only one sum is known, it is this one. */
const Earnings = ({ sold: { revenuePence, earningsPence } }: { sold: Sold }) => (
  <Text textStyle="fine">Your earnings: {formatPounds(earningsPence ?? revenuePence)}</Text>
)
const Revenue = ({ sold: { revenuePence, earningsPence } }: { sold: Sold }) =>
  earningsPence !== null && <Text fontWeight="medium">{formatPounds(revenuePence)}</Text>

const RecentOrders = ({ analytics }: { analytics: Analytics | undefined }) => (
  <Listing
    title="Recent Orders"
    loading={!analytics}
    isEmpty={analytics?.recentOrders.length === 0}
    empty="No orders in this time period"
  >
    {analytics?.recentOrders.map((order) => (
      <Line key={order.orderNumber}>
        <Box flex="1" minWidth="0">
          <Text lineClamp="1">{titlesOf(order).join(', ')}</Text>
          <Text textStyle="fine">
            {order.orderNumber}, {formatMinute(order.paidAt)}
          </Text>
          <Earnings sold={order} />
        </Box>
        {order.isRefunded && <Badge tone="danger">Refunded</Badge>}
        <Revenue sold={order} />
      </Line>
    ))}
  </Listing>
)

const TopPhotos = ({ analytics }: { analytics: Analytics | undefined }) => (
  <Listing
    title="Top Selling Photos"
    loading={!analytics}
    isEmpty={analytics?.topPhotos.length === 0}
    empty="No photo sales in this time period"
  >
    {analytics?.topPhotos.map((photo) => (
      <Line key={photo.photoId}>
        <Box width="14" flexShrink={0}>
          <FittedPhoto picture={photo.picture} alt="" room={1} sizes="3.5rem" />
        </Box>
        <Box flex="1" minWidth="0">
          <Text lineClamp="1">{photo.title}</Text>
          <Text textStyle="fine">{formatCount(photo.soldCount)} sold</Text>
          <Earnings sold={photo} />
        </Box>
        <Revenue sold={photo} />
      </Line>
    ))}
  </Listing>
)

type SaveButtonProps = { data: Analytics | undefined; name: string; label: string; fileOf: (data: Analytics) => string }
const SaveButton = ({ data, name, label, fileOf }: SaveButtonProps) => (
  <Button
    disabled={!data}
    onClick={() =>
      data && saveText({ text: fileOf(data), fileName: `darkslide-${name}-${data.window}.csv`, type: 'text/csv' })
    }
  >
    <Download aria-hidden />
    {label}
  </Button>
)

/** Week, month or year: four numbers, revenue over time, the latest orders and what sells best. */
export const SalesAnalytics = () => {
  const { read, change } = useAddress()
  const [chosen, choose] = useChosen(read('window'), (next) =>
    change({ window: next === 'month' ? undefined : next }, { replace: true }),
  )
  const window = AnalyticsWindow.catch('month').parse(chosen)
  const { data, error, isPlaceholderData, refetch } = useSalesAnalytics(window)
  if (error && !data) {
    return (
      <EmptyState
        title="No sales data available"
        icon={<ChartColumn size={40} />}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {sentenceOf(error)}
      </EmptyState>
    )
  }
  const hasSales = data === undefined || data.orderCount > 0 || data.revenuePence > 0
  return (
    <Stack gap="8" aria-busy={!data || isPlaceholderData || undefined} opacity={isPlaceholderData ? 0.6 : 1}>
      <Row justifyContent="space-between" alignItems="flex-end" gap="4">
        <Box flex={{ base: '1', sm: 'none' }} width={{ sm: '14rem' }} minWidth="0">
          <Field label={<Hidden>Time range</Hidden>}>
            <Select value={window} onChange={(event) => choose(event.currentTarget.value)}>
              {AnalyticsWindow.options.map((option) => (
                <option key={option} value={option}>
                  {windowNames[option]}
                </option>
              ))}
            </Select>
          </Field>
        </Box>
        <Row gap="3">
          <SaveButton data={data} name="revenue" label="Save as CSV" fileOf={analyticsFile} />
          <SaveButton data={data} name="offers-and-codes" label="Offers and codes as CSV" fileOf={partsFile} />
        </Row>
      </Row>
      <Grid gap="4" gridTemplateColumns={{ base: '1fr 1fr', lg: 'repeat(5, 1fr)' }}>
        <Figure label="Total Revenue" value={data && formatPounds(data.revenuePence)} />
        <Figure label="Your earnings" value={data && formatPounds(data.earningsPence)} />
        <Figure label="Orders" value={data && formatCount(data.orderCount)} />
        <Figure label="Total Photos" value={data && formatCount(data.photoCount)} />
        <Figure label="Downloads" value={data && formatCount(data.downloadCount)} />
      </Grid>
      <Card aria-labelledby="revenue">
        <Heading id="revenue" look="heading" marginBottom="3">
          Revenue
        </Heading>
        {!data ? (
          <Skeleton height={{ base: '14rem', md: '18rem' }} />
        ) : hasSales ? (
          <RevenueChart series={data.series} isByMonth={data.window === 'year'} />
        ) : (
          <Text color="ink.muted" paddingBlock="10" textAlign="center">
            No sales data available
          </Text>
        )}
      </Card>
      <Grid gap="6" gridTemplateColumns={{ base: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' }}>
        <SoldParts analytics={data} />
        <RecentOrders analytics={data} />
        <TopPhotos analytics={data} />
      </Grid>
    </Stack>
  )
}
