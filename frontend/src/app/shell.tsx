import { chakra } from '@chakra-ui/react'
import { Suspense } from 'react'
import { Outlet, useLocation } from 'react-router'
import { Flex } from '#frontend/ui/layout.tsx'
import { PageLoading } from '#frontend/ui/page-loading.tsx'
import { ToastRegion } from '#frontend/ui/toast.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Footer } from './footer.tsx'
import { NavigationBar } from './navigation-bar.tsx'
import { ScrollKeeper } from './scroll-keeper.tsx'

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

/** What every page stands in: skip link, navigation, the page, footer, toasts. */
export const Shell = () => {
  const { pathname } = useLocation()
  return (
    <Flex flexDirection="column" minHeight="100dvh" paddingTop="16">
      <SkipLink href="#main">Skip to content</SkipLink>
      <NavigationBar />
      <ScrollKeeper />
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
