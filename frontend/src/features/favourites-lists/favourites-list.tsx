import { chakra } from '@chakra-ui/react'
import { ArrowLeft, MailOpen, MessageSquareHeart, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { useNextPage } from '#frontend/shared/api/use-next-page.ts'
import { ChoiceExports } from '#frontend/shared/choices/choice-exports.tsx'
import { countOf } from '#frontend/shared/format/counts.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Box, Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Photo } from '#frontend/ui/photo.tsx'
import { EmptyState, Skeleton } from '#frontend/ui/surface.tsx'
import type { FavouritesListView } from '#schema/api/favourites-lists.ts'
import { DeleteFavouritesList } from './delete-list.tsx'
import { exportFavourites, type ListAt, useFavouritesList, useReadFavouritesList } from './queries.ts'

const Tiles = chakra('ul', {
  base: {
    listStyle: 'none',
    display: 'grid',
    gap: '4',
    gridTemplateColumns: { base: 'repeat(2, minmax(0, 1fr))', sm: 'repeat(auto-fill, minmax(13rem, 1fr))' },
  },
})
const tileSizes = '(min-width: 40rem) 17rem, 46vw'
const Mail = chakra('a', { base: { textDecoration: 'underline', overflowWrap: 'anywhere' } })

/** Marks it as read when it is opened, once: it may be marked as unread again. */
const useOpenedOnce = (list: FavouritesListView | undefined) => {
  const read = useReadFavouritesList()
  const { mutate } = read
  const opened = useRef<string>(undefined)
  useEffect(() => {
    if (!list || opened.current === list.id) return
    opened.current = list.id
    const params = { galleryId: list.galleryId, favouritesListId: list.id }
    if (!list.isRead) mutate({ params, body: { isRead: true } })
  }, [list, mutate])
  return read
}

const leftOutText = (list: FavouritesListView, shown: number): string | undefined =>
  shown < list.count ? `${countOf(list.count - shown, 'photo')} left the gallery since.` : undefined

type Props = { at: ListAt; onBack: () => void; onMakeSession?: ((list: FavouritesListView) => void) | undefined }

/** One list of favourites with its photos: to look at, to take home, to make a review of. */
export const OneFavouritesList = ({ at, onBack, onMakeSession }: Props) => {
  const query = useFavouritesList(at)
  const { data, error, refetch } = query
  const isLoading = useNextPage(query, true)
  const list = data?.pages[0]?.list
  const photos = data?.pages.flatMap((page) => page.photos.items)
  const read = useOpenedOnce(list)
  const [isDoomed, setIsDoomed] = useState(false)
  const back = (
    <Button size="sm" variant="quiet" marginInlineStart="-3" onClick={onBack}>
      <ArrowLeft aria-hidden />
      All favourites lists
    </Button>
  )
  if (error && !list) {
    const isGone = ['favourites_list_not_found', 'invalid_request'].includes(codeOf(error))
    return (
      <EmptyState
        title={isGone ? 'These favourites are gone' : 'Error loading favourites'}
        action={
          isGone ? (
            <Button onClick={onBack}>All favourites lists</Button>
          ) : (
            <Button onClick={() => void refetch()}>Try again</Button>
          )
        }
      >
        {sentenceOf(error)}
      </EmptyState>
    )
  }
  if (!list || !photos) {
    return (
      <Stack gap="5" aria-busy>
        {back}
        <Skeleton height="10" width="60%" />
        <Skeleton height="64" />
      </Stack>
    )
  }
  const leftOut = isLoading ? undefined : leftOutText(list, photos.length)
  const markUnread = () =>
    read.mutate(
      { params: at, body: { isRead: false } },
      {
        onSuccess: onBack,
        onError: complain('Not marked as unread'),
      },
    )
  return (
    <section aria-labelledby="favourites-list">
      <Box marginBottom="4">{back}</Box>
      <Row justifyContent="space-between" alignItems="flex-start" rowGap="4" marginBottom="5">
        <Stack gap="1" flex="1 1 16rem" minWidth="0">
          <Heading id="favourites-list" look="section" overflowWrap="anywhere">
            {list.name}
          </Heading>
          <Text color="ink.muted" overflowWrap="anywhere">
            {countOf(list.count, 'photo')} of {list.galleryTitle}
          </Text>
          <Text textStyle="small" color="ink.muted">
            <Mail href={`mailto:${encodeURIComponent(list.email)}`}>{list.email}</Mail>, {formatMinute(list.sentAt)}
          </Text>
        </Stack>
        <ChoiceExports
          title={`${list.galleryTitle} ${list.name}`}
          of="of the favourites"
          read={() => exportFavourites(list)}
        />
      </Row>
      {list.note && (
        <Text
          maxWidth="42rem"
          marginBottom="5"
          paddingInlineStart="4"
          borderInlineStartWidth="3px"
          borderColor="line"
          whiteSpace="pre-line"
          overflowWrap="anywhere"
        >
          {list.note}
        </Text>
      )}
      <Row gap="2" marginBottom="6">
        {onMakeSession && photos.length > 0 && (
          <Button
            size="sm"
            variant="accent"
            // Those that left the gallery are in no session.
            onClick={() => onMakeSession({ ...list, count: query.hasNextPage ? list.count : photos.length })}
          >
            <MessageSquareHeart aria-hidden />
            Make a proof session
          </Button>
        )}
        <Button size="sm" busy={read.isPending} onClick={markUnread}>
          {!read.isPending && <MailOpen aria-hidden />}
          Mark as unread
        </Button>
        <Button size="sm" onClick={() => setIsDoomed(true)}>
          <Trash2 aria-hidden />
          Delete
        </Button>
      </Row>
      {leftOut && (
        <Text textStyle="small" color="ink.muted" marginBottom="4">
          {leftOut}
        </Text>
      )}
      <Tiles aria-label="Photos" aria-busy={isLoading}>
        {photos.map((photo) => (
          <li key={photo.id}>
            <Stack gap="2">
              {/* Its title stands below it: read once. */}
              <Photo picture={photo.picture} alt="" ratio={3 / 2} fit="contain" sizes={tileSizes} />
              <Text textStyle="small" overflowWrap="anywhere">
                {photo.title}
              </Text>
            </Stack>
          </li>
        ))}
      </Tiles>
      {isDoomed && <DeleteFavouritesList list={list} onDeleted={onBack} onClose={() => setIsDoomed(false)} />}
    </section>
  )
}
