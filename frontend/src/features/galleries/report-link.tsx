import { Flag } from 'lucide-react'
import { lazy, memo, Suspense, useState } from 'react'
import { Button } from '#frontend/ui/button.tsx'
import { Box } from '#frontend/ui/layout.tsx'
import type { Reported } from './report-dialog.tsx'

const ReportDialog = lazy(async () => ({ default: (await import('./report-dialog.tsx')).ReportDialog }))

/** The form, read when somebody asks for it. */
export const Report = ({ reported, onClose }: { reported: Reported; onClose: () => void }) => (
  <Suspense>
    <ReportDialog reported={reported} onClose={onClose} />
  </Suspense>
)

/** At the foot of a gallery. */
export const ReportLink = memo(({ reported }: { reported: Reported }) => {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Box marginTop="10">
      <Button size="sm" variant="quiet" color="ink.muted" marginInlineStart="-3" onClick={() => setIsOpen(true)}>
        <Flag aria-hidden />
        Report this gallery
      </Button>
      {isOpen && <Report reported={reported} onClose={() => setIsOpen(false)} />}
    </Box>
  )
})
