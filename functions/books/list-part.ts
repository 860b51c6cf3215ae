import type { Period } from '#functions/payments/payments.ts'
import { eachPage } from '#functions/shared/table/pages.ts'

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
  for await (const page of eachPage<P, string>(read, after)) {
    await lookAt(page)
    if (page.next !== undefined && !hasTime()) return { next: page.next }
  }
  return {}
}
