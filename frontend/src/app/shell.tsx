import { chakra } from '@chakra-ui/react'
import { lazy, type MouseEvent, Suspense } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { useHydrated } from '#frontend/shared/hydration/use-hydrated.ts'
import { ErrorBoundary } from '#frontend/shared/lazy/error-boundary.tsx'
import { Flex } from '#frontend/ui/layout.tsx'
import { PageLoading } from '#frontend/ui/page-loading.tsx'
import { ToastRegion } from '#frontend/ui/toast.tsx'
import { Footer } from './footer.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { ScrollKeeper } from './scroll-keeper.tsx'

// Not needed before the first paint, but before the connection can be lost.
const ConnectionNotice = lazy(async () => ({ default: (await import('./connection-notice.tsx')).ConnectionNotice }))

const SkipLink = chakra('a', {
  base: {
    position: 'fixed',
    top: '2',
    insetInlineStart: '2',
    paddingInline: '4',
    paddingBlock: '2',
    background: 'accent',
    color: 'accent.ink',
    borderRadius: 'control',
    zIndex: 'skip',
    transform: 'translateY(-200%)',
    _focus: { transform: 'none' },
  },
})

/** The browser's own jump would be a step of the history, and leave `#main` in the address of all that follows. */
const skip = (event: MouseEvent) => {
  const main = document.getElementById('main')
  if (!main) return
  event.preventDefault()
  main.scrollIntoView({ behavior: 'instant' })
  main.focus({ preventScroll: true })
}

// Nor before there can be a second page.
const BetweenPages = lazy(async () => ({ default: (await import('./between-pages.tsx')).BetweenPages }))

/** By itself, so that only this is drawn anew when the HTML has been taken over, and not the page. */
const Connection = () => {
  const isHydrated = useHydrated()
  return (
    <ErrorBoundary resetOn="" fallback={null}>
      <Suspense>{isHydrated && <ConnectionNotice />}</Suspense>
      <Suspense>{isHydrated && <BetweenPages />}</Suspense>
    </ErrorBoundary>
  )
}

/** What every page stands in: skip link, navigation, the page, footer, toasts. */
export const Shell = () => {
  const { pathname } = useLocation()
  return (
    <Flex flexDirection="column" minHeight="100dvh" paddingTop="16">
      <SkipLink href="#main" onClick={skip}>
        Skip to content
      </SkipLink>
      <NavigationBar />
      <ScrollKeeper />
      <Connection />
      <ErrorBoundary resetOn={pathname}>
        <Suspense fallback={<PageLoading />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
      <Footer />
      <ToastRegion />
    </Flex>
  )
}
