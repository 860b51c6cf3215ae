import * as z from 'zod'
import type { GalleryId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

/**
 * What a page's first view needs, embedded in its HTML: the answers of public endpoints, as the browser would have been
 * given them. The browser puts them where its own questions look, and asks nothing while they are fresh.
 */
export const FirstData = z.object({
  /** Milliseconds since 1970, by the server's clock: how old the answers are when a cache hands the page out. */
  at: z.number(),
  answers: z.array(
    z.object({
      method: z.string(),
      /** The endpoint's path as the contract has it, with `{name}` for each parameter. */
      path: z.string(),
      /** `pages`: the first page of a list that is read page by page. */
      kind: z.enum(['one', 'pages']),
      request: z.record(z.string(), z.unknown()),
      /** Parsed by the contract on the server, which is of the same release as this page. */
      answer: z.unknown(),
    }),
  ),
})
export type FirstData = z.infer<typeof FirstData>

/** The element of the page that holds it. */
export const firstDataElementId = 'first-data'

/** What the public pages ask first, as the browser asks it: a question that differs in anything is another question. */
export const firstRequests = {
  featured: () => ({ query: { sort: 'newest', only: 'featured', limit: limits.gallery.featured } }) as const,
  newest: () => ({ query: { sort: 'newest' } }) as const,
  gallery: (galleryId: string) => ({ params: { galleryId }, headers: {} }),
  photos: (galleryId: string) => ({ params: { galleryId }, headers: {}, query: {} }),
  portfolio: (subdomain: string, before?: GalleryId) => ({
    params: { subdomain },
    query: before === undefined ? {} : { before },
  }),
  portfolioGallery: (subdomain: string, slug: string) => ({ params: { subdomain, slug } }),
} as const
