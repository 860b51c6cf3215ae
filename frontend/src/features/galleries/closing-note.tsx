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

/** Where it is open still after its time, this clock is ahead of the server's: it is asked for again, so many times. */
const again = { everyMs: 60_000, most: 5 } as const

/**
 * A gallery that closes while it is looked at is asked for then: its pictures would not come, and nobody would say why.
 * A timer stands still while a device sleeps: whoever looks at the page again asks by the clock.
 */
const useClosing = (expiresAt: string | null) => {
  const queries = useQueryClient()
  useEffect(() => {
    if (expiresAt === null) return undefined
    const leftMs = () => Date.parse(expiresAt) - Date.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    let asked = 0
    const askIn = (ms: number) => {
      clearTimeout(timer)
      if (asked < again.most && ms <= longestTimerMs) timer = setTimeout(ask, ms)
    }
    const ask = () => {
      asked += 1
      void askAnew(queries, [galleries.endpoints.get, galleries.endpoints.listPhotos])
      askIn(again.everyMs + Math.random() * spreadMs)
    }
    const wait = () => askIn((leftMs() > 0 ? leftMs() : again.everyMs) + Math.random() * spreadMs)
    const look = () => {
      if (document.hidden || asked > 0) return
      if (leftMs() <= 0) ask()
      else wait()
    }
    wait()
    document.addEventListener('visibilitychange', look)
    addEventListener('pageshow', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pageshow', look)
    }
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
          <ClosingDialog
            galleryId={gallery.id}
            expiresAt={gallery.expiresAt}
            isWeekAhead={daysLeft > week}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </Row>
  )
}
