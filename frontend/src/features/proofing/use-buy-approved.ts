import { useNavigate } from 'react-router'
import { paths } from '#frontend/app/paths.ts'
import { keepGrant } from '#frontend/shared/api/grants.ts'
import { useCart } from '#frontend/shared/cart/cart.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import type { ClientProofSession, ProofPhoto } from '#schema/api/proofing.ts'
import { limits } from '#schema/limits.ts'

/** Puts what the client approved into the cart, with the grant that the gallery asks for. */
export const useBuyApproved = (session: ClientProofSession, photos: readonly ProofPhoto[]) => {
  const cart = useCart()
  const navigate = useNavigate()
  const wanted = photos.filter((photo) => photo.status === 'approved' && photo.isForSale)
  const buy = () => {
    const room = limits.cart.maxItems - cart.totalItems
    const fresh = wanted.filter((photo) => !cart.has(photo.photoId))
    keepGrant(session.galleryId, {
      grant: session.galleryGrant,
      expiresAt: new Date(Date.now() + limits.gallery.grantLifeSeconds * 1_000).toISOString(),
    })
    cart.addAll(
      fresh.slice(0, room).map((photo) => ({
        photoId: photo.photoId,
        title: photo.title,
        pricePence: photo.pricePence,
        galleryId: session.galleryId,
        galleryTitle: session.galleryTitle,
        photographerName: session.photographerName,
        imageUrl: photo.picture?.thumbnailUrl ?? '',
      })),
    )
    if (fresh.length > room) {
      toast({
        kind: 'info',
        title: 'Your cart is full',
        description: `A cart holds ${String(limits.cart.maxItems)} photos. Buy these first, then come back for the others.`,
      })
    }
    void navigate(paths.cart())
  }
  return { count: wanted.length, buy }
}
