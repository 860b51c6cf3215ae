import { Images, ShoppingCart } from 'lucide-react'
import { type ComponentProps, createContext, memo, type Ref, Suspense, use, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { useCart } from '#frontend/shared/cart/cart.tsx'
import { type CartItem, isInWhole, wholeItem } from '#frontend/shared/cart/cart-items.ts'
import {
  type ChangeDraft,
  type Draft,
  hasReminder,
  isWishFor,
  useCheckoutDraft,
  withoutOwnReminder,
} from '#frontend/shared/cart/checkout-draft.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { ErrorBoundary } from '#frontend/shared/lazy/error-boundary.tsx'
import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'
import { Alert } from '#frontend/ui/alert.tsx'
import { BrandLogo } from '#frontend/ui/brand-logo.tsx'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Box, Grid, Span, Stack, Text } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { EmptyState, Skeleton } from '#frontend/ui/surface.tsx'
import { dismissToast } from '#frontend/ui/toast.tsx'
import { usePageRestored } from '#frontend/ui/use-page-restored.ts'
import { limits } from '#schema/limits.ts'
import { formatPounds } from '#schema/money.ts'
import { keptCartParameter, paths } from '#schema/paths.ts'
import { CartBrand } from './cart-brand.tsx'
import { CartLines } from './cart-lines.tsx'
import { CartOffers } from './cart-offers.tsx'
import { CartWholes } from './cart-wholes.tsx'
import { countedItems } from './counted-items.ts'
import { LockedItems } from './locked-items.tsx'
import { useQuote } from './queries.ts'
import { clearByHand, removeByHand, takeWholeByHand } from './removals.ts'
import { useCartPaint } from './use-cart-paint.ts'
import { useFocusOfCart } from './use-focus-of-cart.ts'
import { useNotedLines } from './use-noted-lines.ts'
import { useOpenedOrders } from './use-opened-orders.ts'
import { usePriceChanges } from './use-price-changes.ts'
import { WithdrawnReminders } from './withdrawn-reminders.tsx'

const CheckoutPanel = lazyPart(
  () => import('./checkout-panel.tsx'),
  (m) => m.CheckoutPanel,
)
/** Not needed before a photo in a cart became free. */
const FreeItems = lazyPart(
  () => import('./free-items.tsx'),
  (m) => m.FreeItems,
)
const OpenKeptCart = lazyPart(
  () => import('./open-kept-cart.tsx'),
  (m) => m.OpenKeptCart,
)
/** Few carts have been to the payment page and come back. */
const PaidMeanwhile = lazyPart(
  () => import('./paid-meanwhile.tsx'),
  (m) => m.PaidMeanwhile,
)
// On its way beside the prices, which have to be known first.
CheckoutPanel.prepare()

/** Scrolls the notice of a change or a refusal into view, because it stands above the button that was pressed. */
const comeIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView?.({ block: 'nearest' })

const goneTitle = (gone: readonly CartItem[]): string => {
  if (gone.length > 1) return 'Some photos are no longer for sale'
  return gone[0]?.isWhole ? 'This gallery is no longer sold as a whole' : 'One photo is no longer for sale'
}

const EmptyCart = ({ standing }: { standing: Ref<HTMLSpanElement> }) => (
  <EmptyState
    title={
      <Span ref={standing} tabIndex={-1}>
        Your cart is empty
      </Span>
    }
    icon={<ShoppingCart size={40} />}
    action={
      <ButtonLink to={paths.browse()} variant="accent">
        <Images aria-hidden />
        Browse Galleries
      </ButtonLink>
    }
  >
    Photos you add wait here, also when you come back tomorrow.
  </EmptyState>
)

export const CartPage = () => {
  const [search] = useSearchParams()
  const kept = search.get(keptCartParameter)
  const [visit, setVisit] = useState(0)
  // What was put in lies here now, and on a phone the message would lie on the heading.
  useEffect(() => dismissToast('Added to cart'), [])
  if (kept === null) return <Cart key={visit} onStale={() => setVisit((count) => count + 1)} />
  return (
    <Suspense fallback={<Page title="Shopping Cart">{null}</Page>}>
      <OpenKeptCart token={kept} />
    </Suspense>
  )
}

const Cart = ({ onStale }: { onStale: () => void }) => {
  const cart = useCart()
  const [draft, change] = useCheckoutDraft()
  // As it was left, the page has not heard of a purchase, nor that it ended the wish to be reminded.
  usePageRestored(() => draft.reminder && !hasReminder() && onStale())
  const isEmpty = cart.items.length === 0
  const hasOpened = useOpenedOrders().ids.length > 0
  // Another tab may have put other photos into the cart: its box shows no wish, and could not take one back.
  const [ofOther] = useState(isWishFor(cart.items, draft.reminder) ? null : draft.reminder)
  const isForgotten = draft.reminder !== null && (isEmpty || draft.reminder === ofOther)
  // Whoever emptied the cart is not reminded of what was in it, and has to ask again for what comes back: who brings it
  // back may be another tab.
  useEffect(() => {
    if (isForgotten) change(withoutOwnReminder)
  }, [isForgotten, change])
  return (
    <>
      <CheckoutDraft value={{ draft, onChange: change }}>
        <CartContents cart={cart} code={draft.discountCode} />
      </CheckoutDraft>
      {!isEmpty && hasOpened && (
        <ErrorBoundary resetOn="" fallback={null}>
          <Suspense>
            <PaidMeanwhile />
          </Suspense>
        </ErrorBoundary>
      )}
      <WithdrawnReminders withdrawn={draft.withdrawn} isQuiet={isEmpty} onChange={change} />
    </>
  )
}

/** A panel with a few notes is 61 to 66 rem high. */
const panelTop = 'min(5rem, 100dvh - 66rem)'

/** What is typed at checkout, past the photos: a letter of a name draws none of them anew. */
const CheckoutDraft = createContext<{ draft: Draft; onChange: ChangeDraft } | undefined>(undefined)

const DraftedPanel = (props: Omit<ComponentProps<typeof CheckoutPanel>, 'draft' | 'onChange'>) => {
  const typed = use(CheckoutDraft)
  return typed && <CheckoutPanel {...props} {...typed} />
}

type CartContentsProps = { cart: ReturnType<typeof useCart>; code: string }

const CartContents = memo(({ cart, code }: CartContentsProps) => {
  const quote = useQuote(cart.items, code || undefined)
  const [priceChanges, readChanges] = usePriceChanges(quote)
  useNotedLines(quote)
  const { items } = cart
  const paint = useCartPaint(items, quote)
  const { list, standing, noteRemoval } = useFocusOfCart(items)
  const problems = useRef<HTMLDivElement>(null)
  const remove = (id: string, pressed: HTMLElement) => {
    noteRemoval(pressed)
    removeByHand(cart, new Set([id]))
  }

  if (items.length === 0) {
    return (
      <Page title="Shopping Cart">
        <EmptyCart standing={standing} />
      </Page>
    )
  }
  const unavailable = new Set<string>([...(quote.data?.unavailable ?? []), ...(quote.data?.unavailableGalleries ?? [])])
  const free = new Set<string>(quote.data?.free)
  const freed = items.filter((item) => free.has(item.photoId))
  const gone = items.filter((item) => unavailable.has(item.photoId) && !free.has(item.photoId))
  const locked = new Set<string>([...(quote.data?.locked ?? []), ...(quote.data?.lockedGalleries ?? [])])
  const waiting = items.filter((item) => locked.has(item.photoId))
  const hasTooManySellers = quote.error !== null && codeOf(quote.error) === 'cart_too_many_photographers'
  // One that was taken out is gone at once, as a photo is, and not only with the new prices.
  const wholes = quote.data?.wholes.filter(({ galleryId, isSwitched }) => isSwitched || cart.has(galleryId)) ?? []
  // Taken, or taken out of the cart, it is said no more.
  const near =
    quote.data?.near.filter(
      ({ galleryId }) => !cart.has(galleryId) && items.some((item) => isInWhole(item, galleryId)),
    ) ?? []
  const lines = [...(quote.data?.lines ?? []), ...(quote.data?.inside ?? [])]
  const shownAbove = new Set<string>(wholes.map(({ galleryId }) => galleryId))
  const excess = items.length - limits.cart.maxItems
  const isTooMuch = excess > 0 || hasTooManySellers
  const isBlocked = isTooMuch || gone.length > 0 || freed.length > 0 || waiting.length > 0
  const reason = isTooMuch ? 'This is too much for one order.' : 'Some photos above cannot be bought now.'
  const take = (taken: readonly CartItem[], pressed: HTMLElement) => {
    noteRemoval(pressed)
    removeByHand(cart, new Set(taken.map(({ photoId }) => photoId)))
  }
  const showProblems = () => {
    problems.current?.focus({ preventScroll: true })
    comeIntoView(problems.current)
  }
  return (
    <Page
      title="Shopping Cart"
      lead={
        <Span ref={standing} tabIndex={-1}>
          {countedItems(items)}
        </Span>
      }
      actions={
        <Button
          variant="quiet"
          paddingInline="3"
          marginInline="-3"
          onClick={({ currentTarget }) => {
            noteRemoval(currentTarget)
            clearByHand(cart)
          }}
        >
          Clear Cart
        </Button>
      }
    >
      <CartBrand paint={paint} />
      {priceChanges.length > 0 && (
        <Box ref={comeIntoView} scrollMarginTop="20">
          <Alert tone="accent" title="Some prices have changed" onRead={readChanges}>
            {priceChanges.map(({ photoId, title, from, to, isWebGone }) => (
              <Text key={photoId}>
                <bdi>{title}</bdi>: {formatPounds(from)} before, {formatPounds(to)} now
                {isWebGone && '. Its Web size is no longer for sale: the Original is in your cart.'}
              </Text>
            ))}
          </Alert>
        </Box>
      )}
      {isBlocked && (
        <Box ref={problems} tabIndex={-1} outline="none" scrollMarginTop="20">
          {gone.length > 0 && (
            <Box ref={comeIntoView} scrollMarginTop="20">
              <Alert
                tone="danger"
                title={goneTitle(gone)}
                action={
                  <Button size="sm" onClick={({ currentTarget }) => take(gone, currentTarget)}>
                    {gone.length === 1 ? 'Remove It' : 'Remove Them'}
                  </Button>
                }
              >
                <Text>{gone.map((item) => item.title).join(', ')}</Text>
              </Alert>
            </Box>
          )}
          {freed.length > 0 && (
            <Suspense>
              <Box ref={comeIntoView} scrollMarginTop="20">
                <FreeItems items={freed} onRemove={(pressed) => take(freed, pressed)} />
              </Box>
            </Suspense>
          )}
          {waiting.length > 0 && (
            <Box ref={comeIntoView} scrollMarginTop="20">
              <LockedItems items={waiting} />
            </Box>
          )}
          {excess > 0 && (
            <Alert tone="danger" title={`A cart holds at most ${String(limits.cart.maxItems)} photos`}>
              <Text>
                Please remove {countOf(excess, 'photo')} and buy {excess === 1 ? 'it' : 'them'} next.
              </Text>
            </Alert>
          )}
          {hasTooManySellers && (
            <Alert
              tone="danger"
              title={`A cart holds photos of at most ${String(limits.cart.maxPhotographers)} photographers`}
            >
              <Text>Please remove the photos of some, and buy them next.</Text>
            </Alert>
          )}
        </Box>
      )}
      <Grid
        gap={{ base: '10', lg: '14' }}
        gridTemplateColumns={{ base: '1fr', lg: 'minmax(0, 1fr) 24rem' }}
        alignItems="start"
      >
        <div ref={list}>
          <CartWholes wholes={wholes} onRemove={remove} />
          <CartLines
            items={items.filter((item) => !item.isWhole || !shownAbove.has(item.photoId))}
            inWhole={new Set<string>(wholes.flatMap(({ photoIds }) => photoIds))}
            lines={lines}
            unavailable={unavailable}
            free={free}
            locked={locked}
            isAwaited={quote.fetchStatus !== 'idle'}
            onRemove={remove}
            onResize={cart.resize}
          />
          {/* Below the photos: it comes with the prices, and moves none of them. */}
          <CartOffers
            offers={quote.data?.offers ?? []}
            near={near}
            isStale={quote.isPlaceholderData}
            onTake={({ photoCount, ...whole }, pressed) => {
              noteRemoval(pressed)
              takeWholeByHand(cart, wholeItem(whole), photoCount)
            }}
          />
          {paint?.logo && (
            // Below the photos: it may come with the prices only, and then moves none of them.
            <Stack gap="3" marginTop="8" alignItems="flex-start">
              <Text textStyle="small" color="ink.muted">
                Photographs by {(lines[0] ?? wholes[0] ?? items[0])?.photographerName}
              </Text>
              <BrandLogo logo={paint.logo} name="" room="small" />
            </Stack>
          )}
        </div>
        {/* Taller than a laptop's window: it goes up with the photos until its end, which pays, is in sight, and stays. */}
        <Box position={{ lg: 'sticky' }} top={panelTop}>
          <Suspense fallback={<Skeleton height="40rem" />}>
            <DraftedPanel items={items} quote={quote} block={isBlocked ? { reason, show: showProblems } : undefined} />
          </Suspense>
        </Box>
      </Grid>
    </Page>
  )
})
