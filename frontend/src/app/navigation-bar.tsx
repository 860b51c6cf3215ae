import { chakra } from '@chakra-ui/react'
import { Menu as MenuIcon, Moon, ShoppingCart, Sun, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useCart } from '#frontend/shared/cart/cart.tsx'
import { countOf } from '#frontend/shared/format/counts.ts'
import { ErrorBoundary } from '#frontend/shared/lazy/error-boundary.tsx'
import { useSession } from '#frontend/shared/session/session.tsx'
import { Button, ButtonLink, IconButton } from '#frontend/ui/button.tsx'
import { useColorMode } from '#frontend/ui/color-mode.ts'
import { Box, Column, Flex, Hidden, Row } from '#frontend/ui/layout.tsx'
import { Link, NavLink } from '#frontend/ui/link.tsx'
import { Mark } from '#frontend/ui/mark.tsx'
import { clearOf } from '#frontend/ui/safe-area.ts'
import { still } from '#frontend/ui/still.tsx'
import { clearToasts } from '#frontend/ui/toast.tsx'
import { addresses, landingSections, paths } from '#schema/paths.ts'

const AccountMenu = lazy(async () => ({ default: (await import('./account-menu.tsx')).AccountMenu }))

const Bar = chakra('header', {
  base: {
    position: 'fixed',
    top: '0',
    insetInline: '0',
    height: '16',
    background: 'paper',
    borderBottomWidth: '1px',
    borderColor: 'line',
    zIndex: 'navigation',
  },
})
const Brand = chakra(Link, {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    fontFamily: 'heading',
    fontSize: 'lg',
    lineHeight: '1',
    letterSpacing: 'tight',
  },
})
const entryLook = {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '11',
    fontSize: 'sm',
    color: 'ink.muted',
    cursor: 'pointer',
    whiteSpace: 'nowrap',
    _hover: { color: 'ink' },
    _currentPage: { color: 'ink' },
  },
  variants: {
    place: { bar: { paddingInline: '3' }, sheet: { width: 'full', minHeight: '12', fontSize: 'lg', color: 'ink' } },
  },
  defaultVariants: { place: 'bar' },
} as const
const Entry = chakra(NavLink, entryLook)
const SectionEntry = chakra(Link, entryLook)
const Sheet = chakra('div', {
  base: {
    position: 'fixed',
    top: '16',
    insetInline: '0',
    maxHeight: 'calc(100dvh - 4rem)',
    overflowY: 'auto',
    background: 'paper',
    borderBottomWidth: '1px',
    borderColor: 'line',
    paddingTop: '3',
    paddingBottom: clearOf('bottom', '0.75rem'),
    boxShadow: 'lifted',
    display: { md: 'none' },
  },
})
const Count = chakra('span', {
  base: {
    position: 'absolute',
    top: '0.5',
    insetInlineEnd: '0',
    minWidth: '5',
    height: '5',
    paddingInline: '1',
    borderRadius: 'round',
    background: 'accent',
    color: 'accent.ink',
    fontSize: '0.75rem',
    fontWeight: 'semibold',
    lineHeight: '1.25rem',
    textAlign: 'center',
  },
})

const CartFrame = still(({ children }: { children?: ReactNode }) => (
  <ButtonLink to={paths.cart()} variant="quiet" shape="icon" position="relative" title="Cart">
    {children}
  </ButtonLink>
))

const CartLink = () => {
  const { totalItems } = useCart()
  return (
    <CartFrame>
      <ShoppingCart aria-hidden />
      <Hidden>Cart, {countOf(totalItems, 'item')}</Hidden>
      {/* There from the start, so that the first photo of a cart needs no new style before it is counted. */}
      <Count aria-hidden hidden={totalItems === 0} data-testid="cart-count">
        {totalItems || ''}
      </Count>
    </CartFrame>
  )
}

const ColorModeSwitch = () => {
  const { isDark, toggle } = useColorMode()
  return (
    <IconButton label={isDark ? 'Switch to light' : 'Switch to dark'} onClick={toggle}>
      {isDark ? <Sun aria-hidden /> : <Moon aria-hidden />}
    </IconButton>
  )
}

const SiteEntries = ({ place }: { place: 'bar' | 'sheet' }) => (
  <>
    <Entry to={paths.browse()} place={place}>
      Browse
    </Entry>
    <Entry to={paths.home()} end place={place}>
      Home
    </Entry>
    <SectionEntry to={`${paths.home()}#${landingSections.features}`} place={place}>
      Features
    </SectionEntry>
    <SectionEntry to={`${paths.home()}#${landingSections.faq}`} place={place}>
      FAQ
    </SectionEntry>
  </>
)

/** The same entries as in the bar, one under the other. */
const MobileMenu = ({ onLeave }: { onLeave: () => void }) => {
  const { loading, user, signOut } = useSession()
  const navigate = useNavigate()
  const leave = async () => {
    onLeave()
    await signOut()
    clearToasts()
    await navigate(paths.home())
  }
  const entry = (to: string, label: ReactNode) => (
    <Entry to={to} place="sheet">
      {label}
    </Entry>
  )
  return (
    <Sheet id="site-menu">
      <Column as="nav" aria-label="Site menu">
        <SiteEntries place="sheet" />
        {entry(paths.cart(), 'Cart')}
        {user && (
          <>
            {entry(paths.dashboard(), 'Dashboard')}
            {entry(paths.profile(), 'Profile')}
            {entry(paths.settings(), 'Settings')}
            <Button width="full" marginBlock="3" onClick={() => void leave()}>
              Sign Out
            </Button>
          </>
        )}
        {!user && !loading && (
          <Row marginBlock="3" flexWrap="nowrap">
            <ButtonLink to={paths.auth()} flex="1">
              Sign In
            </ButtonLink>
            <ButtonLink to={addresses.signUp()} variant="accent" flex="1">
              Start Selling
            </ButtonLink>
          </Row>
        )}
      </Column>
    </Sheet>
  )
}

export const NavigationBar = () => {
  const { loading, user } = useSession()
  const { pathname, key } = useLocation()
  // Going anywhere closes the menu: it is open only in the place where it was opened.
  const [openedAt, setOpenedAt] = useState<string>()
  const isOpen = openedAt === key
  const setIsOpen = (open: boolean) => setOpenedAt(open ? key : undefined)
  const opener = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!isOpen) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpenedAt(undefined)
      opener.current?.focus()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [isOpen])

  return (
    <Bar>
      <Column height="full">
        <Flex height="full" alignItems="center" justifyContent="space-between" gap="4">
          <Brand to={paths.home()} aria-label="Darkslide, home">
            <Mark />
            Darkslide
          </Brand>
          <Flex as="nav" aria-label="Main" alignItems="center" hideBelow="md">
            <SiteEntries place="bar" />
          </Flex>
          <Flex alignItems="center" gap={{ base: '0', md: '1' }}>
            <ColorModeSwitch />
            <CartLink />
            <Flex alignItems="center" gap="2" hideBelow="md" minWidth="12rem" justifyContent="flex-end">
              {user && (
                <>
                  <Entry to={paths.dashboard()}>Dashboard</Entry>
                  <ErrorBoundary resetOn={pathname} fallback={<Entry to={paths.settings()}>Settings</Entry>}>
                    <Suspense fallback={<Box width="14" />}>
                      <AccountMenu />
                    </Suspense>
                  </ErrorBoundary>
                </>
              )}
              {!user && !loading && (
                <>
                  <ButtonLink to={paths.auth()} variant="quiet" size="sm">
                    Sign In
                  </ButtonLink>
                  <ButtonLink to={addresses.signUp()} variant="accent" size="sm">
                    Start Selling
                  </ButtonLink>
                </>
              )}
            </Flex>
            <Box hideFrom="md">
              <IconButton
                ref={opener}
                label={isOpen ? 'Close menu' : 'Open menu'}
                aria-expanded={isOpen}
                aria-controls="site-menu"
                onClick={() => setIsOpen(!isOpen)}
              >
                {isOpen ? <X aria-hidden /> : <MenuIcon aria-hidden />}
              </IconButton>
            </Box>
          </Flex>
        </Flex>
      </Column>
      {isOpen && <MobileMenu onLeave={() => setIsOpen(false)} />}
    </Bar>
  )
}
