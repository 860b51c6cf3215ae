import { useNavigate } from 'react-router-dom'
import { useParamsOf } from '#frontend/shared/address/use-params-of.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { keepGrant } from '#frontend/shared/api/grants.ts'
import { useCart } from '#frontend/shared/cart/cart.tsx'
import { useNotBought } from '#frontend/shared/orders/bought-photos.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { type ClientProofSession, type ProofPhoto, proofing } from '#schema/api/proofing.ts'
import { limits } from '#schema/limits.ts'
import { paths } from '#schema/paths.ts'

type Granted = Pick<ClientProofSession, 'galleryId' | 'galleryGrant' | 'galleryGrantExpiresAt'>

/** Time to look at the cart, to find a card and to pay; a review may have lain open since the morning. */
const checkoutMs = 3_600_000
/** Past the deadline there is none, and what is for sale then is so for everybody. */
const lastsForCheckout = ({ galleryGrantExpiresAt }: Granted) =>
  galleryGrantExpiresAt === null || Date.parse(galleryGrantExpiresAt) > Date.now() + checkoutMs

/** Puts what the client approved into the cart, with the grant that the gallery asks for. */
export const useBuyApproved = (session: ClientProofSession, photos: readonly ProofPhoto[]) => {
  const { token } = useParamsOf(paths.proof)
  const renewing = useEndpoint(proofing.endpoints.get)
  const cart = useCart()
  const navigate = useNavigate()
  const approved = photos.filter((photo) => photo.status === 'approved' && photo.isForSale)
  const left = useNotBought(
    approved.map((photo) => ({
      ...photo,
      id: photo.photoId,
      galleryId: session.galleryId,
      // When any other was uploaded is not told here: before anything was said of it.
      createdAt: photo.exceptedSince ?? photo.createdAt ?? photo.updatedAt,
      isExcepted: photo.exceptedSince !== undefined,
    })),
  )
  // A mark may be of what went back since, or of whoever uses the same browser: it bars nobody from the only button.
  const wanted = left.length > 0 ? left : approved
  const buyWith = ({ galleryId, galleryGrant, galleryGrantExpiresAt }: Granted) => {
    const room = Math.max(0, limits.cart.maxItems - cart.totalItems)
    const fresh = wanted.filter((photo) => !cart.has(photo.photoId))
    const added = fresh.slice(0, room)
    if (galleryGrant !== null && galleryGrantExpiresAt !== null)
      keepGrant(galleryId, { grant: galleryGrant, expiresAt: galleryGrantExpiresAt })
    // Nothing to add is no mistake: who comes back opens the gallery again for what is in the cart already.
    if (added.length > 0) {
      cart.addAll(
        added.map((photo) => ({
          photoId: photo.photoId,
          title: photo.title,
          pricePence: photo.pricePence,
          galleryId,
          galleryTitle: session.galleryTitle,
          photographerName: session.photographerName,
          imageUrl: photo.picture?.thumbnailUrl ?? '',
          isFromReview: true,
          exceptedSince: photo.exceptedSince,
        })),
      )
    }
    if (fresh.length > room) {
      toast({
        kind: 'info',
        title: 'Your cart is full',
        description: `A cart holds ${String(limits.cart.maxItems)} photos. Buy these first, then come back for the others.`,
      })
    }
    void navigate(paths.cart())
  }
  const renew = () =>
    renewing.mutate(
      { params: { token }, query: {} },
      {
        onSuccess: (answer) => buyWith(answer.session),
        onError: complain('The photos were not put into your cart'),
      },
    )
  return {
    approvedCount: approved.length,
    leftCount: left.length,
    buy: () => (lastsForCheckout(session) ? buyWith(session) : renew()),
    isRenewing: renewing.isPending,
  }
}
