import { isListed, needsOf } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { type Clock, dayOf } from '#functions/shared/time/clock.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { AppError } from '#schema/errors.ts'
import { pageHeads } from '#schema/page-heads.ts'
import { paths } from '#schema/paths.ts'
import { escaped } from './page-html.ts'

type Parts = {
  readonly galleries: Pick<GalleryStore, 'listPublic' | 'listPublicOf'>
  readonly siteUrl: string
  readonly now: Clock
}

/** Below the 50,000 of the protocol (sitemaps.org), so that a part stays below the 6 MB of a function's answer. */
const mostUrls = 40_000
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
const declaration = '<?xml version="1.0" encoding="UTF-8"?>'
/** The part of the pages that are always there. */
const fixedPart = 'site'

const urlSet = (urls: readonly string[]): string =>
  `${declaration}<urlset ${namespace}>${urls.map((url) => `<url><loc>${escaped(url)}</loc></url>`).join('')}</urlset>`

/** "2029-12-31", "2030-01-01". */
const daysBetween = (first: string, last: string): string[] => {
  const days: string[] = []
  for (const day = new Date(`${first}T00:00:00Z`); ; day.setUTCDate(day.getUTCDate() + 1)) {
    const name = dayOf(day.toISOString())
    if (name > last) return days
    days.push(name)
  }
}

/**
 * The list of sitemaps: one a day, since the index of public galleries is sorted by the time they were made; 50,000 are
 * allowed, which is a century. One request, however many galleries there are.
 */
export const sitemapIndex = async ({ galleries, siteUrl, now }: Parts): Promise<string> => {
  const [oldest] = (await galleries.listPublic('oldest', { limit: 1 })).galleries
  const days = oldest ? daysBetween(dayOf(oldest.createdAt), dayOf(now().toISOString())) : []
  const parts = [fixedPart, ...days].map((part) => `<sitemap><loc>${siteUrl}/sitemaps/${part}.xml</loc></sitemap>`)
  return `${declaration}<sitemapindex ${namespace}>${parts.join('')}</sitemapindex>`
}

/**
 * The galleries of one day that anybody may open, and the pages of their photographers; of a whole month for whoever still
 * knows the list of an earlier release. A day without any holds the page of all galleries, since the protocol wants one.
 */
export const sitemapPart = async ({ galleries, siteUrl, now }: Parts, file: string): Promise<string> => {
  const part = /^(site|20\d\d-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)\.xml$/.exec(file)?.[1]
  if (part === undefined) throw new AppError('not_found')
  if (part === fixedPart) return urlSet([pageHeads.home, pageHeads.browse].map((head) => siteUrl + head.canonicalPath))
  const urls = new Set<string>()
  for await (const page of eachPage((after) => galleries.listPublicOf(part, { after }))) {
    for (const gallery of page.galleries) {
      if (isForAll(gallery, now())) for (const path of pathsOf(gallery)) urls.add(siteUrl + path)
    }
    if (urls.size > mostUrls) break
  }
  if (urls.size === 0) return urlSet([siteUrl + pageHeads.browse.canonicalPath])
  return urlSet([...urls].slice(0, mostUrls))
}

/** Listed, and without a code or password: a locked gallery is found through the site, not through a search engine. */
const isForAll = (gallery: Gallery, now: Date): boolean => isListed(gallery, now) && needsOf(gallery).length === 0

const pathsOf = ({ id, photographerSubdomain }: Gallery): string[] => [
  paths.gallery({ galleryId: id }),
  ...(photographerSubdomain === null ? [] : [paths.portfolio({ subdomain: photographerSubdomain })]),
]
