import { useState } from 'react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Box, Row, Text } from '#frontend/ui/layout.tsx'
import { useFocusHandOver } from '#frontend/ui/use-focus-hand-over.ts'
import { formatCount } from '#schema/counts.ts'
import type { GalleryId } from '#schema/ids.ts'
import type { UploadItem } from './upload-item.ts'
import type { UploadQueue } from './upload-queue.ts'
import { UploadRow } from './upload-row.tsx'

/** So many photos of a list are shown at first, and with each press on “Show more”: a row has three fields to build. */
const rowsAtOnce = 100

type UploadListProps = { items: readonly UploadItem[]; queue: UploadQueue; chosen: GalleryId | undefined }
/** The first photos of the list, and those that failed, or ask something, wherever they stand. */
export const UploadList = ({ items, queue, chosen }: UploadListProps) => {
  const [most, setMost] = useState(rowsAtOnce)
  const shown = items.filter(({ status, newer }, index) => index < most || status === 'error' || newer)
  const more = items.length - shown.length
  const { noteFocus, takeOver } = useFocusHandOver()
  return (
    <>
      <Box as="ul" listStyle="none">
        {shown.map((item) => (
          <UploadRow key={item.key} item={item} queue={queue} chosen={chosen} />
        ))}
      </Box>
      {items.length > rowsAtOnce && (
        <Row justifyContent="space-between" paddingBlock="4" borderTopWidth="1px" borderColor="line">
          <Text ref={more > 0 ? undefined : takeOver} tabIndex={-1} textStyle="small" color="ink.muted">
            {more > 0 ? `${countOf(more, 'photo')} more` : `All ${countOf(items.length, 'photo')}`}
          </Text>
          {more > 0 && (
            <Button
              size="sm"
              onClick={({ currentTarget }) => {
                noteFocus(currentTarget)
                setMost(most + rowsAtOnce)
              }}
            >
              Show {formatCount(Math.min(more, rowsAtOnce))} more
            </Button>
          )}
        </Row>
      )}
    </>
  )
}
