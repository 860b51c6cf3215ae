import { useNavigate } from 'react-router-dom'
import { useCartActions } from '#frontend/shared/cart/cart.tsx'
import { wholeItem } from '#frontend/shared/cart/cart-items.ts'
import { paths } from '#schema/paths.ts'
import type { WallGallery } from './queries.ts'

/** Puts the whole gallery into the cart and leads there. */
export const useBuyWhole = ({ id, title, photographerName, wholePence }: WallGallery) => {
  const { add } = useCartActions()
  const navigate = useNavigate()
  return () => {
    if (wholePence === null) return
    add(wholeItem({ galleryId: id, galleryTitle: title, photographerName, wholePence }))
    void navigate(paths.cart())
  }
}
