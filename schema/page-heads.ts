import type { Portfolio } from '#schema/api/profiles.ts'
import type { GalleryCard } from '#schema/api/views.ts'
import type { GalleryId } from '#schema/ids.ts'
import { addresses, paths } from '#schema/paths.ts'
import { siteDescription } from '#schema/site-name.ts'

/** What a page says of itself to browsers, search engines and link previews: plain text, escaped by whoever writes it. */
export type PageHead = {
  /** The page's own name; the home page has none beside the site's. */
  readonly title: string | undefined
  readonly description: string
  /** The one address under which the page is known; absent where nobody should keep it. */
  readonly canonicalPath: string | undefined
}

/** Search engines show some 160 characters. */
const descriptionLength = 160

/** People's text as one line of at most 160 characters, cut between words. */
const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  if (line.length <= descriptionLength) return line
  const cut = line.slice(0, descriptionLength - 1)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), descriptionLength / 2))}…`
}

type NamedGallery = Pick<GalleryCard, 'id' | 'title' | 'description' | 'photographerName'>

const galleryDescription = ({ description, photographerName }: NamedGallery) =>
  oneLine(description) || `Photographs by ${photographerName}: look, choose, and buy them one by one.`
const galleryPath = ({ id }: Pick<GalleryCard, 'id'>) => paths.gallery({ galleryId: id })

/** Of each public page. A gallery has two addresses; the one by its id holds all photos and outlives a new title. */
export const pageHeads = {
  /** A page that says nothing of itself: the application, a locked gallery, an address that leads nowhere. */
  neutral: { title: undefined, description: siteDescription, canonicalPath: undefined },
  home: { title: undefined, description: siteDescription, canonicalPath: paths.home() },
  browse: {
    title: 'Browse Galleries',
    description:
      'Photographs for sale, straight from the people who took them: search galleries by title, place or photographer.',
    canonicalPath: paths.browse(),
  },
  auth: {
    title: 'Sign In',
    description: 'Sign in to your galleries, or sign up and sell your photographs: your prices, 90% of every sale.',
    canonicalPath: paths.auth(),
  },
  gallery: (gallery: NamedGallery): PageHead => ({
    title: gallery.title,
    description: galleryDescription(gallery),
    canonicalPath: galleryPath(gallery),
  }),
  portfolio: (
    { displayName, subdomain, bio }: Pick<Portfolio, 'displayName' | 'subdomain' | 'bio'>,
    before?: GalleryId,
  ): PageHead => ({
    title: displayName,
    description:
      oneLine(bio) || `Professional photography portfolio of ${displayName}: galleries with photographs for sale.`,
    // Search engines treat each page of a list as a page of its own; otherwise they would not find what is on later
    // pages: https://developers.google.com/search/docs/specialty/ecommerce/pagination-and-incremental-page-loading
    canonicalPath: before === undefined ? paths.portfolio({ subdomain }) : addresses.portfolioBefore(subdomain, before),
  }),
  portfolioGallery: (gallery: NamedGallery): PageHead => ({
    title: `${gallery.title} by ${gallery.photographerName}`,
    description: galleryDescription(gallery),
    canonicalPath: galleryPath(gallery),
  }),
} as const satisfies Record<string, PageHead | ((subject: never) => PageHead)>
