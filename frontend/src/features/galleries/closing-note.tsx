import { Bell } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { formatMinute } from '#frontend/shared/format/dates.ts'
import { useHydrated } from '#frontend/shared/hydration/use-hydrated.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Row, Text } from '#frontend/ui/layout.tsx'
import { limits } from '#schema/limits.ts'
import type { OpenGalleryView } from './queries.ts'
import { useOwnsGallery } from './use-gallery-counts.ts'

const ClosingDialog = lazy(async () => ({ default: (await import('./closing-dialog.tsx')).ClosingDialog }))

const dayMs = 86_400_000

/** As high as the words that only the browser knows, by its zone. */
const room = '\u00a0'

type ClosingNoteProps = { gallery: Pick<OpenGalleryView, 'id' | 'expiresAt'> }

/** Until when a gallery is open, and, while there is time for a mail, a way to be told before. */
export const ClosingNote = ({ gallery }: ClosingNoteProps) => {
  const [isOpen, setIsOpen] = useState(false)
  const isOwn = useOwnsGallery(gallery.id)
  const isHydrated = useHydrated()
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
