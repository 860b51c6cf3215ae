import { Heart, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { LoadMore } from '#frontend/shared/api/load-more.tsx'
import { useReadPages } from '#frontend/shared/api/read-pages.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { Button, ButtonLink, IconButton } from '#frontend/ui/button.tsx'
import { FittedPhoto } from '#frontend/ui/fitted-photo.tsx'
import { Box, Flex, Grid, Heading, List, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Badge, Card, EmptyState, Skeleton } from '#frontend/ui/surface.tsx'
import { useFocusAfterRemoval } from '#frontend/ui/use-focus-after-removal.ts'
import type { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { addresses } from '#schema/paths.ts'
import { DeleteFavouritesList } from './delete-list.tsx'
import { type ListedFavourites, useFavouritesLists } from './queries.ts'

const pictureSizes = '(min-width: 62rem) 6.5rem, (min-width: 40rem) 11vw, 23vw'

const ListCard = ({ list, onDelete }: { list: ListedFavourites; onDelete: () => void }) => (
  <Card as="article" aria-label={`Favourites of ${list.name}`} height="full" room="even">
    <Stack gap="3" height="full">
      <Flex justifyContent="space-between" gap="2" alignItems="flex-start">
        <Box minWidth="0">
          <Row gap="2" rowGap="1">
            <Heading as="h2" look="heading" overflowWrap="anywhere">
              {list.name}
            </Heading>
            {!list.isRead && <Badge tone="accent">New</Badge>}
          </Row>
          <Text textStyle="small" color="ink.muted" overflowWrap="anywhere">
            {countOf(list.count, 'photo')} of {list.galleryTitle}
          </Text>
        </Box>
        <IconButton
          size="sm"
          label={`Delete favourites of ${list.name}`}
          color="ink.muted"
          marginInlineEnd="-2"
          marginTop="-0.5"
          onClick={onDelete}
        >
          <Trash2 aria-hidden />
        </IconButton>
      </Flex>
      {list.pictures.length > 0 && (
        <Grid
          gap="1"
          alignItems="center"
          justifyItems="center"
          gridTemplateColumns={`repeat(${limits.favourites.picturesOfList}, minmax(0, 1fr))`}
        >
          {list.pictures.map((picture) => (
            <FittedPhoto key={picture.thumbnailUrl} picture={picture} alt="" room={1} sizes={pictureSizes} />
          ))}
        </Grid>
      )}
      {list.note && (
        <Text textStyle="small" overflowWrap="anywhere" lineClamp="3" whiteSpace="pre-line">
          “{list.note}”
        </Text>
      )}
      <Text textStyle="fine" overflowWrap="anywhere">
        {list.email}, {formatMinute(list.sentAt)}
      </Text>
      <ButtonLink
        size="sm"
        marginTop="auto"
        to={addresses.favouritesList(list.galleryId, list.id)}
        aria-label={`Open favourites of ${list.name}`}
      >
        Open
      </ButtonLink>
    </Stack>
  </Card>
)

/** What visitors sent of all own galleries, or of one. */
export const FavouritesLists = ({ galleryId }: { galleryId: GalleryId | undefined }) => {
  const query = useReadPages(useFavouritesLists(galleryId))
  const { data, error, refetch } = query
  const [doomed, setDoomed] = useState<ListedFavourites>()
  const lists = data?.pages.flatMap(({ items }) => items)
  const cards = useRef<HTMLUListElement>(null)
  useFocusAfterRemoval({ list: cards, ids: lists?.map(({ id }) => id) ?? [], doomed: doomed?.id })
  if (error && !lists) {
    return (
      <EmptyState title="Error loading favourites" action={<Button onClick={() => void refetch()}>Try again</Button>}>
        {sentenceOf(error)}
      </EmptyState>
    )
  }
  if (lists?.length === 0) {
    return (
      <EmptyState title="No favourites yet" icon={<Heart size={40} />}>
        Visitors press the heart on photos, and send you the list from “My favourites”. You find it here, and in your
        mail.
      </EmptyState>
    )
  }
  return (
    <>
      <List
        ref={cards}
        display="grid"
        gap="6"
        gridTemplateColumns={{
          base: 'minmax(0, 1fr)',
          sm: 'repeat(2, minmax(0, 1fr))',
          lg: 'repeat(3, minmax(0, 1fr))',
        }}
        aria-label="Favourites lists"
        aria-busy={!lists}
      >
        {lists
          ? lists.map((list) => (
              <li key={list.id}>
                <ListCard list={list} onDelete={() => setDoomed(list)} />
              </li>
            ))
          : ['first', 'second', 'third'].map((place) => <Skeleton key={place} as="li" height="64" />)}
      </List>
      <LoadMore pages={query} count={lists?.length ?? 0} one="list" marginTop="8" />
      {doomed && (
        <DeleteFavouritesList
          list={doomed}
          onClose={() => setDoomed((asked) => (asked?.id === doomed.id ? undefined : asked))}
        />
      )}
    </>
  )
}
