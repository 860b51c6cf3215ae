import { Download } from 'lucide-react'
import { useSaving } from '#frontend/shared/download/use-saving.ts'
import { countOf, formatBytes } from '#frontend/shared/format/counts.ts'
import { formatDay } from '#frontend/shared/format/dates.ts'
import { Button, IconButton } from '#frontend/ui/button.tsx'
import { FittedPhoto } from '#frontend/ui/fitted-photo.tsx'
import { Box, Flex, Heading, Hidden, List, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Badge } from '#frontend/ui/surface.tsx'
import { useFocusHandOver } from '#frontend/ui/use-focus-hand-over.ts'
import type { OrderFileView, OrderView } from '#schema/api/orders.ts'
import { formatCount } from '#schema/counts.ts'
import { limits } from '#schema/limits.ts'
import { formatPounds } from '#schema/money.ts'
import { useDownload, useOrderFiles } from './queries.ts'

type Item = OrderView['items'][number]
type Size = 'original' | 'web'
type FileProps = { orderId: string; line: number; file: OrderFileView }

const File = ({ orderId, line, file }: FileProps) => {
  // One at a time: of two links that one `useSaving` asks for, only the later shows as being on its way.
  const { save, problem, saving } = useSaving(useDownload())
  const saveAs = (size: Size) => save({ params: { orderId, line }, body: { size, file: file.number } }, { line })
  return (
    <Stack as="article" gap="2">
      <FittedPhoto
        picture={file.picture}
        alt=""
        room={3 / 2}
        sizes="(min-width: 62rem) 12rem, (min-width: 30rem) 33vw, 50vw"
      />
      <Flex justifyContent="space-between" gap="2" alignItems="flex-start">
        <Box minWidth="0">
          <Text textStyle="small" overflowWrap="anywhere">
            {file.title}
          </Text>
          <Text textStyle="fine">{formatBytes(file.bytes)}</Text>
        </Box>
        <IconButton
          label={`Download the original of ${file.title}`}
          busy={saving?.body.size === 'original'}
          ended={saving !== undefined}
          onClick={() => saveAs('original')}
        >
          <Download aria-hidden />
        </IconButton>
      </Flex>
      {file.hasWebSize && (
        <Button
          size="sm"
          variant="quiet"
          alignSelf="flex-start"
          marginInlineStart="-3"
          busy={saving?.body.size === 'web'}
          ended={saving !== undefined}
          onClick={() => saveAs('web')}
        >
          Web ({file.webPx} px)
          <Hidden>of {file.title}</Hidden>
        </Button>
      )}
      {problem !== undefined && (
        <Text textStyle="small" color="danger" role="alert">
          {problem}
        </Text>
      )}
    </Stack>
  )
}

const { wholePhotos: mostPhotos } = limits.gallery

/** A gallery that was bought as a whole: one line of money, and its photos in pages. */
export const WholeFiles = ({ orderId, item }: { orderId: string; item: Item }) => {
  const { line, title, photographerName, fileCount, bytes, netPence, growsUntil, isRefunded } = item
  const isOpen = !isRefunded
  return (
    <Stack as="article" gap="5">
      <Flex justifyContent="space-between" gap="3" alignItems="baseline">
        <Box minWidth="0">
          <Heading as="h3" look="heading">
            {title}
          </Heading>
          <Text textStyle="small" color="ink.muted">
            {photographerName}, {countOf(fileCount, 'photo')}, {formatBytes(bytes)}
          </Text>
          {growsUntil !== null && Date.parse(growsUntil) > Date.now() && (
            <Text textStyle="small" color="ink.muted">
              {fileCount < mostPhotos
                ? `Photos that are added until ${formatDay(growsUntil)} are yours too, but for those that their photographer keeps out, and appear here within an hour.`
                : `These are ${formatCount(mostPhotos)}, the most that one purchase holds: photos that are added now are not part of it.`}
            </Text>
          )}
        </Box>
        <Text whiteSpace="nowrap">{formatPounds(netPence)}</Text>
      </Flex>
      {isOpen ? (
        <Files orderId={orderId} line={line} fileCount={fileCount} />
      ) : (
        <Badge alignSelf="flex-start">Refunded</Badge>
      )}
    </Stack>
  )
}

/** The last press leaves the focus on how many there are. */
const Files = ({ orderId, line, fileCount }: { orderId: string; line: number; fileCount: number }) => {
  const pages = useOrderFiles({ orderId, line })
  const files = pages.data?.pages.flatMap((page) => page.files) ?? []
  const isMore = pages.hasNextPage && files.length < fileCount
  const isLong = isMore || (pages.data?.pages.length ?? 0) > 1
  const canGoOn = isMore || pages.isError
  const { noteFocus, takeOver } = useFocusHandOver()
  return (
    <>
      <List
        display="grid"
        gap="5"
        gridTemplateColumns={{ base: 'repeat(2, 1fr)', sm: 'repeat(3, 1fr)', lg: 'repeat(5, 1fr)' }}
        aria-label="Photos of the gallery"
      >
        {files.map((file) => (
          <li key={file.number}>
            <File orderId={orderId} line={line} file={file} />
          </li>
        ))}
      </List>
      {pages.isError && (
        <Text textStyle="small" color="danger" role="alert">
          The photos could not be loaded. Please try again.
        </Text>
      )}
      {(isLong || pages.isError) && (
        <Row justifyContent="center" gap="4">
          <Text ref={canGoOn ? undefined : takeOver} tabIndex={-1} textStyle="small" color="ink.muted" role="status">
            {formatCount(files.length)} of {countOf(fileCount, 'photo')}
          </Text>
          {canGoOn && (
            <Button
              busy={pages.isFetching}
              onClick={({ currentTarget }) => {
                noteFocus(currentTarget)
                void pages.fetchNextPage()
              }}
            >
              Show more
            </Button>
          )}
        </Row>
      )}
    </>
  )
}
