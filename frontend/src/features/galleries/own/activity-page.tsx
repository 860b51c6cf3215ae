import { chakra } from '@chakra-ui/react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Download, Eye, Heart, type LucideIcon, Plus, ReceiptText, ShoppingCart, Sparkles } from 'lucide-react'
import { useState } from 'react'
import { useParamsOf } from '#frontend/shared/address/use-params-of.ts'
import { allPages } from '#frontend/shared/api/all-pages.ts'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { endpointPages, endpointQuery } from '#frontend/shared/api/endpoint-query.ts'
import { LoadMore } from '#frontend/shared/api/load-more.tsx'
import { saveText } from '#frontend/shared/download/save-text.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Box, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { Card, EmptyState, Skeleton } from '#frontend/ui/surface.tsx'
import { type ActivityEntry, galleries } from '#schema/api/galleries.ts'
import { limits } from '#schema/limits.ts'
import { addresses, paths } from '#schema/paths.ts'
import { activityFile, sentenceFor, whenFor } from './activity-words.ts'

const icons: Readonly<Record<ActivityEntry['kind'], LucideIcon>> = {
  opened: Eye,
  favourited: Heart,
  carted: ShoppingCart,
  bought: ReceiptText,
  downloaded: Download,
  unlisted: Plus,
}

const Entries = chakra('ol', { base: { listStyle: 'none' } })
const Entry = chakra('li', {
  base: {
    display: 'flex',
    gap: '4',
    alignItems: 'flex-start',
    paddingBlock: '3',
    borderTopWidth: '1px',
    borderColor: 'line',
    '&:first-of-type': { borderTopWidth: '0', paddingTop: '0' },
    '&:last-of-type': { paddingBottom: '0' },
    '& > svg': { width: '5', height: '5', flexShrink: 0, marginTop: '0.5', color: 'ink.muted' },
  },
})

const Happened = ({ entry, now }: { entry: ActivityEntry; now: number }) => {
  const Icon = icons[entry.kind]
  return (
    <Entry>
      <Icon aria-hidden />
      <Box minWidth="0">
        <Text fontWeight={entry.kind === 'bought' ? 'medium' : undefined}>{sentenceFor(entry)}</Text>
        <Text textStyle="fine">
          <time dateTime={entry.at}>{whenFor(entry, now)}</time>
        </Text>
      </Box>
    </Entry>
  )
}

const SaveAll = ({ galleryId }: { galleryId: string }) => {
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const entries = await allPages((cursor) =>
        callEndpoint(galleries.endpoints.activity, {
          params: { galleryId },
          query: { cursor, limit: limits.activity.mostHours },
        }),
      )
      saveText({ text: activityFile(entries), fileName: 'darkslide-activity.csv', type: 'text/csv' })
    } catch (thrown) {
      complain('The file could not be made')(thrown)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy} busyLabel="Saving..." onClick={() => void save()}>
      <Download aria-hidden />
      Save as CSV
    </Button>
  )
}

/** What visitors did in one gallery, the newest first. */
export const ActivityPage = () => {
  const { galleryId } = useParamsOf(paths.activity)
  const { data: gallery } = useQuery(endpointQuery(galleries.endpoints.getMine, { params: { galleryId } }))
  const query = useInfiniteQuery({
    ...endpointPages(galleries.endpoints.activity, (cursor) => ({ params: { galleryId }, query: { cursor } })),
    select: ({ pages }) => pages.flatMap(({ items }) => items),
  })
  const { data, error, isPending, refetch } = query
  const now = Date.now()
  return (
    <Page
      narrow
      title="Activity"
      lead={gallery?.title}
      loading={isPending}
      actions={
        <Row gap="3">
          <ButtonLink to={addresses.dashboardTab('galleries')}>My galleries</ButtonLink>
          {data && data.length > 0 && <SaveAll galleryId={galleryId} />}
        </Row>
      }
    >
      {error && !query.isFetchNextPageError && (
        <Alert
          tone="danger"
          title={sentenceOf(error)}
          action={
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          }
        />
      )}
      {isPending && (
        <Stack gap="3" aria-hidden>
          {['first', 'second', 'third', 'fourth'].map((place) => (
            <Skeleton key={place} height="14" />
          ))}
        </Stack>
      )}
      {data?.length === 0 && (
        <EmptyState
          title="Nothing happened yet"
          icon={<Sparkles size={40} />}
          action={<ButtonLink to={paths.gallery({ galleryId })}>View gallery</ButtonLink>}
        >
          Visits, favourites, carts, sales and downloads of this gallery are told here a minute or two later. Your own
          visits are left out.
        </EmptyState>
      )}
      {data && data.length > 0 && (
        <Stack gap="5">
          <Card aria-label="Activity">
            <Entries>
              {data.map((entry, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name, and two can be alike.
                <Happened key={place} entry={entry} now={now} />
              ))}
            </Entries>
          </Card>
          <LoadMore pages={query} count={data.length} one="line">
            Show Earlier
          </LoadMore>
          <Text textStyle="fine">
            Of the last {limits.activity.keptDays} days. Visitors are not named: two lines of one hour may be one
            visitor, and nobody is followed from one hour to the next. A cart is told once its page was opened.
          </Text>
        </Stack>
      )}
    </Page>
  )
}
