import type { Portfolio } from '#schema/api/profiles.ts'
import type { GalleryCard } from '#schema/api/views.ts'
import type { PageHead } from '#schema/page-heads.ts'
import { addresses, paths } from '#schema/paths.ts'
import { siteName } from '#schema/site-name.ts'

/** What search engines read of a page (schema.org, as JSON-LD). */
export type JsonLd = Readonly<Record<string, unknown>>

const context = 'https://schema.org'

/** The site, with the search that a result page may offer. */
export const aboutSite = (siteUrl: string): JsonLd => ({
  '@context': context,
  '@type': 'WebSite',
  name: siteName,
  url: siteUrl + paths.home(),
  potentialAction: {
    '@type': 'SearchAction',
    target: siteUrl + addresses.search('{search_term_string}'),
    'query-input': 'required name=search_term_string',
  },
})

/** A gallery that anybody may open. */
export const aboutGallery = (siteUrl: string, gallery: GalleryCard, head: PageHead): JsonLd => ({
  '@context': context,
  '@type': 'ImageGallery',
  name: gallery.title,
  description: head.description,
  url: `${siteUrl}${head.canonicalPath ?? paths.home()}`,
  dateCreated: gallery.createdAt,
  author: {
    '@type': 'Person',
    name: gallery.photographerName,
    ...(gallery.photographerSubdomain !== null && {
      url: siteUrl + paths.portfolio({ subdomain: gallery.photographerSubdomain }),
    }),
  },
})

export const aboutPerson = (siteUrl: string, { displayName, subdomain }: Portfolio, head: PageHead): JsonLd => ({
  '@context': context,
  '@type': 'ProfilePage',
  url: siteUrl + paths.portfolio({ subdomain }),
  mainEntity: { '@type': 'Person', name: displayName, description: head.description },
})
