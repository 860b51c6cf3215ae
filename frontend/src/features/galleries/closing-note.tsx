import { useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { askAnew } from '#frontend/shared/api/drop-listed.ts'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { useHydrated } from '#frontend/shared/hydration/use-hydrated.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Row, Text } from '#frontend/ui/layout.tsx'
import { galleries } from '#schema/api/galleries.ts'
import { limits } from '#schema/limits.ts'
import type { OpenGalleryView } from './queries.ts'
import { useOwnsGallery } from './use-gallery-counts.ts'

const ClosingDialog = lazy(async () => ({ default: (await import('./closing-dialog.tsx')).ClosingDialog }))

const dayMs = 86_400_000

/** As high as the words that only the browser knows, by its zone. */
const room = '\u00a0'

/** `setTimeout` takes no more milliseconds: https://developer.mozilla.org/docs/Web/API/Window/setTimeout#maximum_delay_value */
const longestTimerMs = 2 ** 31 - 1
/** All guests of a gallery ask over so many milliseconds. */
const spreadMs = 10_000

/** A gallery that closes while it is looked at is asked for then: its pictures would not come, and nobody would say why. */
const useClosing = (expiresAt: string | null) => {
  const queries = useQueryClient()
  useEffect(() => {
    const leftMs = expiresAt === null ? 0 : Date.parse(expiresAt) - Date.now()
    if (leftMs <= 0 || leftMs > longestTimerMs - spreadMs) return undefined
    const ask = () => void askAnew(queries, [galleries.endpoints.get, galleries.endpoints.listPhotos])
    const timer = setTimeout(ask, leftMs + Math.random() * spreadMs)
    return () => clearTimeout(timer)
  }, [expiresAt, queries])
}

type ClosingNoteProps = { gallery: Pick<OpenGalleryView, 'id' | 'expiresAt'> }

/** Until when a gallery is open, and, while there is time for a mail, a way to be told before. */
export const ClosingNote = ({ gallery }: ClosingNoteProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const isOwn = useOwnsGallery(gallery.id)
  const isHydrated = useHydrated()
  useClosing(gallery.expiresAt)
  if (gallery.expiresAt === null) return null
  const { week, day } = limits.visitors.closingDays
  const daysLeft = (Date.parse(gallery.expiresAt) - Date.now()) / dayMs
  return (
    <Row gap="3" rowGap="1">
      <Text textStyle="small">{isHydrated ? `Open until ${formatMinute(gallery.expiresAt)}` : room}</Text>
      {daysLeft > day && !isOwn && (
        <Button size="sm" variant="quiet" marginInlineStart="-3" onClick={() => setIsOpen(true)}>
          <Bell aria-hidden />
          Tell me before it closes
        </Button>
      )}
      {isOpen && (
        <Suspense>
          <ClosingDialog galleryId={gallery.id} isWeekAhead={daysLeft > week} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </Row>
  )
}
