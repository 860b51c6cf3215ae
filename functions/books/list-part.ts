import type { Period } from '#functions/payments/payments.ts'

/** A part of a list of Stripe's, and whether there is still time for another page of it. */
export type ListPart = { readonly period: Period; readonly after?: string | undefined; readonly hasTime: () => boolean }

/**
 * Goes through a part page by page while there is time.
 * @returns `next`, the place where another run goes on, unless it came to the end.
 */
export const goThrough = async <P extends { readonly next?: string }>(
  { after, hasTime }: ListPart,
  read: (after: string | undefined) => Promise<P>,
  lookAt: (page: P) => Promise<void>,
): Promise<{ next?: string }> => {
  let place = after
  do {
    const page = await read(place)
    await lookAt(page)
    place = page.next
    if (place !== undefined && !hasTime()) return { next: place }
  } while (place !== undefined)
  return {}
}
