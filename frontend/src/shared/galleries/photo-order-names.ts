import type { PhotoOrder } from '#schema/entities/photo-order.ts'

/** How the orders of a gallery's photos are called. */
export const photoOrderNames: Record<PhotoOrder, string> = {
  featured: 'Featured first, then newest',
  captured: 'As they were taken',
  name: 'By title',
  hand: 'By hand',
}
