import { isListed, needsOf } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
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

const monthOf = (at: string): string => at.slice(0, 7)

/** "2029-11", "2029-12", "2030-01". */
const monthsBetween = (first: string, last: string): string[] => {
  const months: string[] = []
  for (const month = new Date(`${first}-01T00:00:00Z`); ; month.setUTCMonth(month.getUTCMonth() + 1)) {
    const name = monthOf(month.toISOString())
    if (name > last) return months
    months.push(name)
  }
}

/**
 * The list of sitemaps: one a month, since the index of public galleries is sorted by the time they were made. One
 * request, however many galleries there are.
 */
export const sitemapIndex = async ({ galleries, siteUrl, now }: Parts): Promise<string> => {
  const [oldest] = (await galleries.listPublic('oldest', { limit: 1 })).galleries
  const months = oldest ? monthsBetween(monthOf(oldest.createdAt), monthOf(now().toISOString())) : []
  const parts = [fixedPart, ...months].map((part) => `<sitemap><loc>${siteUrl}/sitemaps/${part}.xml</loc></sitemap>`)
  return `${declaration}<sitemapindex ${namespace}>${parts.join('')}</sitemapindex>`
}

/** The galleries of one month that anybody may open, and the pages of their photographers. */
export const sitemapPart = async ({ galleries, siteUrl, now }: Parts, file: string): Promise<string> => {
  const part = /^(site|20\d\d-(?:0[1-9]|1[0-2]))\.xml$/.exec(file)?.[1]
  if (part === undefined) throw new AppError('not_found')
  if (part === fixedPart) return urlSet([pageHeads.home, pageHeads.browse].map((head) => siteUrl + head.canonicalPath))
  const urls = new Set<string>()
  for await (const page of eachPage((after) => galleries.listPublicOf(part, { after }))) {
    for (const gallery of page.galleries) {
      if (isForAll(gallery, now())) for (const path of pathsOf(gallery)) urls.add(siteUrl + path)
    }
    if (urls.size > mostUrls) break
  }
  return urlSet([...urls].slice(0, mostUrls))
}

/** Listed, and without a code or password: a locked gallery is found through the site, not through a search engine. */
const isForAll = (gallery: Gallery, now: Date): boolean => isListed(gallery, now) && needsOf(gallery).length === 0

const pathsOf = ({ id, photographerSubdomain }: Gallery): string[] => [
  paths.gallery({ galleryId: id }),
  ...(photographerSubdomain === null ? [] : [paths.portfolio({ subdomain: photographerSubdomain })]),
]
