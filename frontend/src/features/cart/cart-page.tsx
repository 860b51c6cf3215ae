import { Images, ShoppingCart } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { useCart } from '#frontend/shared/cart/cart.tsx'
import { sizeOf } from '#frontend/shared/cart/cart-items.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'
import { Alert } from '#frontend/ui/alert.tsx'
import { BrandLogo } from '#frontend/ui/brand-logo.tsx'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Box, Grid, Stack, Text } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { EmptyState, Skeleton } from '#frontend/ui/surface.tsx'
import type { CartLine } from '#schema/api/orders.ts'
import { limits } from '#schema/limits.ts'
import type { Pence } from '#schema/money.ts'
import { formatPounds } from '#schema/money.ts'
import { paths } from '#schema/paths.ts'
import { CartLines } from './cart-lines.tsx'
import { CartOffers } from './cart-offers.tsx'
import { useCheckoutDraft } from './checkout-draft.ts'
import { LockedItems } from './locked-items.tsx'
import { useQuote } from './queries.ts'

const CheckoutPanel = lazyPart(
  () => import('./checkout-panel.tsx'),
  (m) => m.CheckoutPanel,
)
// On its way beside the prices, which have to be known first.
CheckoutPanel.prepare()

type PriceChange = { photoId: string; title: string; from: Pence; to: Pence; isWebGone: boolean }

/** Takes the server's prices over as soon as they differ, and remembers what changed until the buyer has read it. */
const usePriceChanges = ({ data, isPlaceholderData }: ReturnType<typeof useQuote>) => {
  const { items, reprice, resize } = useCart()
  // What another choice of sizes cost says nothing of this one.
  const quote = isPlaceholderData ? undefined : data
  const [changes, setChanges] = useState<readonly PriceChange[]>([])
  useEffect(() => {
    if (!quote) return
    const lines = new Map<string, CartLine>(quote.lines.map((line) => [line.photoId, line]))
    const found = items.flatMap((item): PriceChange[] => {
      const line = lines.get(item.photoId)
      if (!line || (line.pricePence === item.pricePence && line.size === sizeOf(item))) return []
      const { photoId, title, pricePence: from } = item
      return [{ photoId, title, from, to: line.pricePence, isWebGone: line.size !== sizeOf(item) }]
    })
    if (found.length === 0) return
    setChanges((known) => [...known.filter((each) => !found.some((other) => other.photoId === each.photoId)), ...found])
    for (const { photoId, to, isWebGone } of found) if (isWebGone) resize(photoId, 'original', to)
    reprice(new Map(quote.lines.map((line) => [line.photoId, line.pricePence])))
  }, [quote, items, reprice, resize])
  return [changes, () => setChanges([])] as const
}

/** Scrolls the notice of a change into view, because it stands above the button that was pressed. */
const comeIntoView = (notice: HTMLElement | null) => notice?.scrollIntoView?.({ block: 'nearest' })

const EmptyCart = () => (
  <EmptyState
    title="Your cart is empty"
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
  const cart = useCart()
  const [draft, change] = useCheckoutDraft()
  const quote = useQuote(cart.items, draft.discountCode || undefined)
  const [priceChanges, readChanges] = usePriceChanges(quote)
  const { items } = cart

  if (items.length === 0) {
    return (
      <Page title="Shopping Cart">
        <EmptyCart />
      </Page>
    )
  }
  const unavailable = new Set<string>(quote.data?.unavailable)
  const gone = items.filter((item) => unavailable.has(item.photoId))
  const locked = new Set<string>(quote.data?.locked)
  const waiting = items.filter((item) => locked.has(item.photoId))
  const hasTooManySellers = quote.error !== null && codeOf(quote.error) === 'cart_too_many_photographers'
  const excess = items.length - limits.cart.maxItems
  return (
    <Page
      title="Shopping Cart"
      lead={countOf(items.length, 'photo')}
      actions={
        <Button variant="quiet" onClick={cart.clearByHand}>
          Clear Cart
        </Button>
      }
    >
      {priceChanges.length > 0 && (
        <Box ref={comeIntoView} scrollMarginTop="20">
          <Alert tone="accent" title="Some prices have changed" onRead={readChanges}>
            {priceChanges.map(({ photoId, title, from, to, isWebGone }) => (
              <Text key={photoId}>
                {title}: {formatPounds(from)} before, {formatPounds(to)} now
                {isWebGone && '. Its Web size is no longer for sale: the Original is in your cart.'}
              </Text>
            ))}
          </Alert>
        </Box>
      )}
      {gone.length > 0 && (
        <Alert
          tone="danger"
          title={gone.length === 1 ? 'One photo is no longer for sale' : 'Some photos are no longer for sale'}
          action={
            <Button size="sm" onClick={() => cart.removeAll(unavailable)}>
              {gone.length === 1 ? 'Remove It' : 'Remove Them'}
            </Button>
          }
        >
          <Text>{gone.map((item) => item.title).join(', ')}</Text>
        </Alert>
      )}
      <LockedItems items={waiting} />
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
      <Grid
        gap={{ base: '10', lg: '14' }}
        gridTemplateColumns={{ base: '1fr', lg: 'minmax(0, 1fr) 24rem' }}
        alignItems="start"
      >
        <div>
          <CartOffers offers={quote.data?.offers ?? []} />
          <CartLines
            items={items}
            lines={quote.data?.lines ?? []}
            unavailable={unavailable}
            locked={locked}
            onRemove={cart.remove}
            onResize={cart.resize}
          />
          {quote.data?.logo && (
            // Below the photos: it comes with the prices, and nothing that is in view moves.
            <Stack gap="3" marginTop="8" alignItems="flex-start">
              <Text textStyle="small" color="ink.muted">
                Photographs by {quote.data.lines[0]?.photographerName}
              </Text>
              <BrandLogo logo={quote.data.logo} name="" room="small" />
            </Stack>
          )}
        </div>
        <Box position={{ lg: 'sticky' }} top="20">
          <Suspense fallback={<Skeleton height="40rem" />}>
            <CheckoutPanel
              items={items}
              quote={quote}
              draft={draft}
              onChange={change}
              isBlocked={gone.length > 0 || waiting.length > 0 || excess > 0 || hasTooManySellers}
            />
          </Suspense>
        </Box>
      </Grid>
    </Page>
  )
}
