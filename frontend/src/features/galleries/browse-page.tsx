import { ImageOff, SearchX } from 'lucide-react'
import { memo } from 'react'
import { useAddress, useChosen, useTyped } from '#frontend/shared/address/use-address.ts'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { LoadMore } from '#frontend/shared/api/load-more.tsx'
import { usePageOfAddress } from '#frontend/shared/api/read-pages.ts'
import { useLoadFailure } from '#frontend/shared/api/use-load-failure.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { useHead } from '#frontend/shared/head/use-head.ts'
import { StartSelling } from '#frontend/shared/session/start-selling.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Field, Input, Select } from '#frontend/ui/field.tsx'
import { Box, Grid, Hidden, Stack, Text } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { EmptyState } from '#frontend/ui/surface.tsx'
import { useFocusHandOver } from '#frontend/ui/use-focus-hand-over.ts'
import { GallerySort } from '#schema/api/galleries.ts'
import { limits } from '#schema/limits.ts'
import { parsePounds } from '#schema/money.ts'
import { pageHeads } from '#schema/page-heads.ts'
import { CardGrid, GalleryCard, GalleryCardSkeleton } from './gallery-card.tsx'
import { useReadGalleries } from './use-read-galleries.ts'
import { ViewSwitch, viewOf } from './view-switch.tsx'

const sortNames: Record<GallerySort, string> = {
  newest: 'Newest',
  oldest: 'Oldest',
  price_low: 'Price: low to high',
  price_high: 'Price: high to low',
  popular: 'Most popular',
}

/** Places of a first page on its way: as many as fill a window. */
const fewPlaces = 6

// Whoever comes back waits for one page after the other: each draws its own cards, and not all that are there.
const Card = memo(GalleryCard)
const skeletons = { grid: <GalleryCardSkeleton view="grid" />, list: <GalleryCardSkeleton view="list" /> }

/** An empty field is the end of the range: from 0, up to 100 (specification, section 9). */
const boundOf = (text: string, whenEmptyPounds: number) =>
  text.trim() === '' ? whenEmptyPounds * 100 : parsePounds(text)

const useFilter = () => {
  const { read, change } = useAddress()
  const place = usePageOfAddress()
  const sort = GallerySort.catch('newest').parse(read('sort'))
  const q = read('q')
  const min = read('min')
  const max = read('max')
  const hasRange = min !== '' || max !== ''
  return {
    change,
    /** Another list begins with its first page. */
    look: (...[changes, how]: Parameters<typeof change>) => change({ ...changes, page: undefined }, how),
    place,
    values: { sort, q, min, max, view: viewOf(read('view')) },
    isFiltered: q !== '' || hasRange,
    request: {
      sort,
      q: q || undefined,
      // Without a range nothing is left out, galleries above £100 included.
      minPence: hasRange ? boundOf(min, limits.gallery.browseMinPounds) : undefined,
      maxPence: hasRange ? boundOf(max, limits.gallery.browseMaxPounds) : undefined,
    },
  }
}

const Filters = ({ filter }: { filter: ReturnType<typeof useFilter> }) => {
  const { values, change, look } = filter
  const [q, setQ] = useTyped(values.q, (text) => look({ q: text.trim() }, { replace: true }))
  const [min, setMin] = useTyped(values.min, (text) => look({ min: text.trim() }, { replace: true }))
  const [max, setMax] = useTyped(values.max, (text) => look({ max: text.trim() }, { replace: true }))
  const [sort, setSort] = useChosen(values.sort, (chosen) => look({ sort: chosen }))
  const wrong = (text: string) =>
    text.trim() !== '' && parsePounds(text) === undefined ? 'Not a price. For example 7.50' : undefined
  return (
    <Grid
      role="search"
      columnGap={{ base: '3', md: '4' }}
      rowGap="4"
      alignItems="start"
      gridTemplateColumns={{
        base: 'minmax(0, 1fr) 5.5rem 5.5rem',
        sm: '1fr 6.5rem 6.5rem',
        md: 'minmax(14rem, 1fr) 13rem 6.5rem 6.5rem auto',
      }}
      marginBottom="10"
    >
      <Box gridColumn={{ base: '1 / 3', md: 'auto' }}>
        <Field label="Search">
          <Input
            type="search"
            value={q}
            placeholder="Title, place or name"
            maxLength={100}
            onChange={(event) => setQ(event.currentTarget.value)}
          />
        </Field>
      </Box>
      <Box gridRow={{ base: '2', md: 'auto' }}>
        <Field label="Sort by">
          <Select value={sort} onChange={(event) => setSort(event.currentTarget.value)}>
            {GallerySort.options.map((each) => (
              <option key={each} value={each}>
                {sortNames[each]}
              </option>
            ))}
          </Select>
        </Field>
      </Box>
      <Field label="From £" error={wrong(min)}>
        <Input
          inputMode="decimal"
          placeholder={String(limits.gallery.browseMinPounds)}
          value={min}
          onChange={(event) => setMin(event.currentTarget.value)}
        />
      </Field>
      <Field label="To £" error={wrong(max)}>
        <Input
          inputMode="decimal"
          placeholder={String(limits.gallery.browseMaxPounds)}
          value={max}
          onChange={(event) => setMax(event.currentTarget.value)}
        />
      </Field>
      <Stack
        gap="1.5"
        gridRow={{ base: '1', md: 'auto' }}
        gridColumn={{ base: '3', md: 'auto' }}
        justifySelf={{ base: 'end', md: 'start' }}
      >
        {/* As high as the labels beside it. */}
        <Text textStyle="small" fontWeight="medium" aria-hidden>
          View
        </Text>
        <ViewSwitch view={values.view} onChange={(view) => change({ view: view === 'grid' ? undefined : view })} />
      </Stack>
    </Grid>
  )
}

const Results = ({ filter }: { filter: ReturnType<typeof useFilter> }) => {
  const read = useReadGalleries(filter.request, filter.place)
  const { data, error, refetch, items: galleries, isLooking, isOnItsWay, missing, further } = read
  const { view } = filter.values
  useLoadFailure(data ? null : error, 'Error loading galleries')
  const { noteFocus, takeOver } = useFocusHandOver()

  if (error && galleries.length === 0) {
    return (
      <EmptyState
        title="Error loading galleries"
        icon={<ImageOff size={40} />}
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      >
        {sentenceOf(error)}
      </EmptyState>
    )
  }
  if (!isOnItsWay && galleries.length === 0) {
    return filter.isFiltered ? (
      <EmptyState
        title="No galleries match"
        icon={<SearchX size={40} />}
        action={
          <Button
            onClick={({ currentTarget }) => {
              noteFocus(currentTarget)
              filter.look({ q: undefined, min: undefined, max: undefined })
            }}
          >
            Clear search and prices
          </Button>
        }
      >
        Try fewer words or a wider price range. The search looks at titles, descriptions and photographers.
      </EmptyState>
    ) : (
      <EmptyState
        title="No galleries yet"
        icon={<ImageOff size={40} />}
        action={<StartSelling variant="accent">Start Selling</StartSelling>}
      >
        Nobody has put photographs on sale here. Yours could be the first.
      </EmptyState>
    )
  }
  const places = galleries.length === 0 && filter.place.page === 1 ? fewPlaces : missing
  return (
    <>
      <Hidden ref={takeOver} tabIndex={-1} role="status">
        {isOnItsWay ? 'Loading galleries' : `${countOf(galleries.length, 'gallery', 'galleries')} shown`}
      </Hidden>
      <CardGrid view={view} aria-label="Galleries" aria-busy={isOnItsWay}>
        {galleries.map((gallery, index) => (
          <li key={gallery.id}>
            <Card gallery={gallery} view={view} place={index} />
          </li>
        ))}
        {Array.from({ length: places }, (_, place) => (
          // A browser that stands at one would follow it where it was moved behind what has come.
          // biome-ignore lint/suspicious/noArrayIndexKey: each has its place.
          <li key={galleries.length + place}>{skeletons[view]}</li>
        ))}
      </CardGrid>
      {galleries.length > 0 && (
        <LoadMore
          // Whether more was asked for is known of each list by itself.
          key={JSON.stringify(filter.request)}
          pages={further}
          count={galleries.length}
          one="gallery"
          many="galleries"
          busy={isLooking}
          size="lg"
          marginTop="12"
        >
          Load More Galleries
        </LoadMore>
      )}
    </>
  )
}

export const BrowsePage = () => {
  const filter = useFilter()
  useHead(pageHeads.browse)
  return (
    <Page title="Browse Galleries" lead="Photographs for sale, straight from the people who took them.">
      <Filters filter={filter} />
      <Results filter={filter} />
    </Page>
  )
}
