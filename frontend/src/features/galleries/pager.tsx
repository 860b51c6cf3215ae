import { chakra } from '@chakra-ui/react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { memo, type ReactNode, startTransition, useOptimistic } from 'react'
import { Button } from '#frontend/ui/button.tsx'
import { Span, Text } from '#frontend/ui/layout.tsx'
import { nextPaint } from '#frontend/ui/next-paint.ts'
import { clearOf } from '#frontend/ui/safe-area.ts'
import { still } from '#frontend/ui/still.tsx'
import { useStable } from '#frontend/ui/use-stable.ts'
import { type LookedAtPage, useLookedAtPage } from './looked-at-page.ts'

type PagerProps = {
  place: LookedAtPage
  /** `undefined` while nobody knows: a search. */
  pageCount: number | undefined
  /** How many pages have come, and whether there are more. */
  known: number
  isMore: boolean
  /** The bar of what is ticked stands at the foot of the window: this one is above it. */
  isLifted: boolean
  onGo: (page: number) => void
}

const Frame = chakra('nav', {
  base: {
    // On a phone it comes after the photos: above them it would always hide the foot of one.
    position: { base: 'static', md: 'sticky' },
    zIndex: 'docked',
    display: 'flex',
    alignItems: 'center',
    width: 'fit-content',
    marginTop: '8',
    marginInline: 'auto',
    padding: '1',
    background: 'surface',
    borderWidth: '1px',
    borderColor: 'line.strong',
    borderRadius: 'control',
    boxShadow: 'lifted',
  },
  variants: {
    isLifted: {
      true: { bottom: `calc(${clearOf('bottom', '0.75rem')} + 4.25rem)` },
      false: { bottom: clearOf('bottom', '0.75rem') },
    },
  },
})

/** As wide for each page of a gallery, so that "Next" stays under the finger while pages follow each other. */
const widthFor = (pageCount: number | undefined) => `${String(8 + 2 * String(pageCount ?? '').length)}ch`

// Each is drawn anew only for something of its own: another page is looked at several times a second while somebody scrolls.
const Bar = still(Frame)

const PageName = still(({ pageCount, children }: Pick<PagerProps, 'pageCount'> & { children?: ReactNode }) => (
  <Text
    textStyle="small"
    textAlign="center"
    whiteSpace="nowrap"
    fontVariantNumeric="tabular-nums"
    style={{ minWidth: widthFor(pageCount) }}
    aria-current="page"
  >
    {children}
  </Text>
))

type StepProps = { ended: boolean; onClick: () => void }
const Previous = memo((step: StepProps) => (
  <Button size="sm" variant="quiet" {...step}>
    <ChevronLeft aria-hidden />
    <Span srOnly={{ base: true, sm: false }}>Previous</Span>
  </Button>
))
const Next = memo((step: StepProps) => (
  <Button size="sm" variant="quiet" {...step}>
    <Span srOnly={{ base: true, sm: false }}>Next</Span>
    <ChevronRight aria-hidden />
  </Button>
))

/**
 * From page to page of a gallery's photos, at the foot of the window, on a phone at the end of the photos; nothing where
 * there is only one.
 */
export const Pager = memo(({ place, pageCount, known, isMore, isLifted, onGo }: PagerProps) => {
  const current = useLookedAtPage(place)
  const hasNext = current < known || isMore
  // Where nobody has counted, the page behind those that have come may be the last, or not be there.
  const last = pageCount ?? (isMore ? known + 1 : known)
  // Said before a slow phone begins to draw the page's photos.
  const [page, sayPage] = useOptimistic(current)
  const go = (next: number) => {
    const { pathname } = location
    startTransition(async () => {
      sayPage(next)
      await nextPaint()
      // Whoever followed a link meanwhile would be led back here.
      if (location.pathname === pathname) startTransition(() => onGo(next))
    })
  }
  const back = useStable(() => go(page - 1))
  const on = useStable(() => go(page + 1))
  return current === 1 && !hasNext ? null : (
    <Bar aria-label="Pages" isLifted={isLifted}>
      <Previous ended={page === 1} onClick={back} />
      <PageName pageCount={pageCount}>
        Page {page}
        {pageCount !== undefined && ` of ${String(pageCount)}`}
      </PageName>
      {/* What was counted may be older than what came: of a page that is shown it is known. */}
      <Next ended={page === current && current <= known ? !hasNext : page >= last} onClick={on} />
    </Bar>
  )
})
