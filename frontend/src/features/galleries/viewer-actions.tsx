import { Check, Download, Flag, Pencil, ShoppingCart } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { codeOf } from '#frontend/shared/api/api-error.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { grantOf } from '#frontend/shared/api/grants.ts'
import { useCartActions, useItemInCart } from '#frontend/shared/cart/cart.tsx'
import { type CartItem, sizeOf } from '#frontend/shared/cart/cart-items.ts'
import { sizeNames } from '#frontend/shared/cart/cart-store.ts'
import { startDownload } from '#frontend/shared/download/start-download.ts'
import { useBought } from '#frontend/shared/orders/bought-photos.ts'
import { Button, ButtonLink } from '#frontend/ui/button.tsx'
import { Box, Hidden, Span } from '#frontend/ui/layout.tsx'
import { useFocusHandOver } from '#frontend/ui/use-focus-hand-over.ts'
import { photos } from '#schema/api/photos.ts'
import type { PhotoView } from '#schema/api/views.ts'
import { formatPounds } from '#schema/money.ts'
import { addresses, paths } from '#schema/paths.ts'
import type { PhotoSize } from '#schema/web-size.ts'
import { cartItemOf, pricePenceOf } from './cart-item-of.ts'
import { priceOf } from './photo-tile.tsx'
import type { WallGallery } from './queries.ts'
import { useOwnsGallery } from './use-gallery-counts.ts'

type ViewerActionsProps = { photo: PhotoView; gallery: WallGallery; onReport: () => void }

/** Price of the open photo, and what can be done with it: into the cart, or down if it costs nothing; and its report. Its photographer changes it. */
export const ViewerActions = ({ onReport, ...rest }: ViewerActionsProps) =>
  useOwnsGallery(rest.gallery.id) ? (
    <>
      <Span fontSize="lg">{priceOf(rest.photo.pricePence)}</Span>
      <ButtonLink variant="stage" to={addresses.ownPhotos(rest.gallery.id, rest.photo.id)}>
        <Pencil aria-hidden />
        Edit
      </ButtonLink>
    </>
  ) : (
    <>
      {/* In a box, so that it does not grow with the others on a phone: buying is what most people come for. */}
      <Box>
        <Button size="sm" variant="stage" onClick={onReport}>
          <Flag aria-hidden />
          Report
        </Button>
      </Box>
      <Taking {...rest} />
    </>
  )

/** So long the second press of a double one may take: it was meant for what stood here before. */
const secondTapMs = 250

/** What of the open photo lies in the cart, at what the cart will ask for it: an upgrade has a price of its own. */
const inCartText = ({ upgradeOf, pricePence, ...item }: CartItem, photo: PhotoView): string => {
  if (upgradeOf) return `${sizeNames.original}, as an upgrade ${formatPounds(pricePence)}`
  const size = photo.webPence === null ? 'original' : sizeOf(item)
  return `${sizeNames[size]} ${formatPounds(pricePenceOf(photo, size))}`
}

type ViewCartProps = {
  takeOver: (element: HTMLElement | null) => void
  noteFocus: (control: HTMLElement) => void
}

const ViewCart = ({ takeOver, noteFocus }: ViewCartProps) => {
  const navigate = useNavigate()
  const [shownAtMs] = useState(() => performance.now())
  return (
    <Button
      ref={takeOver}
      variant="stage"
      onFocus={({ currentTarget }) => noteFocus(currentTarget)}
      onClick={() => {
        if (performance.now() - shownAtMs >= secondTapMs) void navigate(paths.cart())
      }}
    >
      <Check aria-hidden />
      In cart: view cart
    </Button>
  )
}

/** No link to an order is kept in a browser: whoever has it has the photos. */
const webBought = 'Web size bought: the link in your receipt offers the Original for the difference.'

const Taking = ({ photo, gallery }: Omit<ViewerActionsProps, 'onReport'>) => {
  const { add } = useCartActions()
  const inCart = useItemInCart(photo.id)
  const isInCart = inCart !== undefined
  const bought = useBought(photo)
  const { webPence } = photo
  const toCart = useFocusHandOver()
  // The arrows lead on to a photo that is not in the cart, and must be heard there too.
  const fromCart = useFocusHandOver()
  const toReason = useFocusHandOver()
  // Told also where the viewer has been closed meanwhile: not by what is handed to a press.
  const download = useEndpoint(photos.endpoints.downloadFree, {
    onSuccess: startDownload,
    onError: complain('Download failed'),
  })
  if (photo.pricePence === 0) {
    const saveAs =
      (size: PhotoSize) =>
      ({ currentTarget }: MouseEvent<HTMLElement>) => {
        toReason.noteFocus(currentTarget)
        download.mutate({
          params: { photoId: photo.id },
          headers: { 'x-gallery-grant': grantOf(gallery.id) },
          body: { size },
        })
      }
    const saving = download.isPending ? download.variables.body.size : undefined
    // The limit is the gallery's: no other photo comes either.
    if (download.error && codeOf(download.error) === 'download_limit_reached')
      return (
        <Span ref={toReason.takeOver} tabIndex={-1}>
          Download limit reached
        </Span>
      )
    return (
      <>
        <Span>{priceOf(photo.pricePence, gallery.clientCanDownload)}</Span>
        {gallery.clientCanDownload && (
          <>
            <Button
              variant="accent"
              busy={saving === 'original'}
              disabled={saving === 'web'}
              onClick={saveAs('original')}
            >
              <Download aria-hidden />
              Original
            </Button>
            <Button variant="stage" busy={saving === 'web'} disabled={saving === 'original'} onClick={saveAs('web')}>
              Web (2048 px)
            </Button>
          </>
        )}
      </>
    )
  }
  const addAs =
    (size: PhotoSize) =>
    ({ currentTarget }: MouseEvent<HTMLElement>) => {
      toCart.noteFocus(currentTarget)
      add(cartItemOf(photo, gallery, size))
    }
  return (
    <>
      {webPence === null && !inCart && <Span fontSize="lg">{priceOf(photo.pricePence)}</Span>}
      {inCart && <Span fontSize="lg">{inCartText(inCart, photo)}</Span>}
      {bought === 'original' && <Span color="stage.muted">Bought</Span>}
      {bought === 'web' && (
        <Span color="stage.muted" fontSize="sm" lineHeight="snug" maxWidth="18rem">
          {webBought}
        </Span>
      )}
      {isInCart ? (
        <ViewCart takeOver={toCart.takeOver} noteFocus={fromCart.noteFocus} />
      ) : (
        <Button ref={fromCart.takeOver} variant={bought ? 'stage' : 'accent'} onClick={addAs('original')}>
          <ShoppingCart aria-hidden />
          {webPence === null ? 'Add to Cart' : `Original ${formatPounds(photo.pricePence)}`}
          {webPence !== null && <Hidden>: add to cart</Hidden>}
        </Button>
      )}
      {!isInCart && webPence !== null && (
        <Button variant="stage" onClick={addAs('web')}>
          Web size {formatPounds(webPence)}
          <Hidden>: add to cart</Hidden>
        </Button>
      )}
    </>
  )
}
