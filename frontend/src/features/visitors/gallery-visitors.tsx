import { useInfiniteQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { allPages } from '#frontend/shared/api/all-pages.ts'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { endpointPages } from '#frontend/shared/api/endpoint-query.ts'
import { LoadMore } from '#frontend/shared/api/load-more.tsx'
import { saveText } from '#frontend/shared/download/save-text.ts'
import { formatDay } from '#frontend/shared/format/dates.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Skeleton } from '#frontend/ui/surface.tsx'
import type { OwnGallery } from '#schema/api/galleries.ts'
import { type GalleryVisitor, visitors } from '#schema/api/visitors.ts'
import { standingOf, visitorsFile } from './visitors-file.ts'

const { ofGallery } = visitors.endpoints

const Visitor = ({ visitor }: { visitor: GalleryVisitor }) => (
  <Row as="li" justifyContent="space-between" rowGap="1" paddingBlock="3" borderTopWidth="1px" borderColor="line">
    <Stack gap="0.5" minWidth="0" flex="1 1 12rem">
      <Text fontWeight="medium" overflowWrap="anywhere">
        {visitor.email}
      </Text>
      <Text textStyle="small" color="ink.muted">
        {formatDay(visitor.firstAt)}
        {visitor.wantsClosing && ', asks to be told before it closes'}
      </Text>
    </Stack>
    <Text textStyle="small">{standingOf(visitor)}</Text>
  </Row>
)

type GalleryVisitorsProps = { gallery: Pick<OwnGallery, 'id' | 'title' | 'asksEmail'>; onClose: () => void }

/** Who left an address in an own gallery, and what they agreed to. */
export const GalleryVisitors = ({ gallery, onClose }: GalleryVisitorsProps) => {
  const params = { galleryId: gallery.id }
  const query = useInfiniteQuery(
    endpointPages(ofGallery, (cursor) => ({ params, query: { cursor } }), { staleFor: 'never' }),
  )
  const { data, error, refetch } = query
  const [isSaving, setIsSaving] = useState(false)
  const listed = data?.pages.flatMap(({ items }) => items)
  const save = async () => {
    setIsSaving(true)
    try {
      const all = await allPages((cursor) => callEndpoint(ofGallery, { params, query: { cursor } }))
      saveText({ text: visitorsFile(all), fileName: `${gallery.title} visitors.csv`, type: 'text/csv' })
    } catch (thrown) {
      complain('Not saved')(thrown)
    }
    setIsSaving(false)
  }
  return (
    <Dialog
      open
      size="sm"
      title="Visitors"
      description={`Addresses that were left in “${gallery.title}”. They are for you alone; write only to those who agreed.`}
      onClose={onClose}
    >
      {error && !listed ? (
        <Stack gap="3">
          <Text>{sentenceOf(error)}</Text>
          <Button onClick={() => void refetch()}>Try again</Button>
        </Stack>
      ) : listed?.length === 0 ? (
        <Text color="ink.muted">
          Nobody has left an address yet.
          {!gallery.asksEmail && ' You can ask for one in the settings of this gallery.'}
        </Text>
      ) : (
        <Stack gap="3">
          <Row justifyContent="flex-end">
            <Button size="sm" busy={isSaving} busyLabel="Saving..." disabled={!listed} onClick={() => void save()}>
              <Download aria-hidden />
              Save as CSV
            </Button>
          </Row>
          <Stack as="ul" gap="0" listStyleType="none" aria-label="Visitors" aria-busy={!listed}>
            {listed ? (
              listed.map((visitor) => <Visitor key={visitor.email} visitor={visitor} />)
            ) : (
              <Skeleton height="12" />
            )}
          </Stack>
        </Stack>
      )}
      <LoadMore pages={query} count={listed?.length ?? 0} one="visitor" />
    </Dialog>
  )
}
