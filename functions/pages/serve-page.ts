import { edgeHeaders, entityTag } from '#functions/shared/http/edge-cache.ts'
import { describeError, type Log } from '#functions/shared/log/logger.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { FirstData } from '#schema/api/first-answers.ts'
import { phonePictureHeader } from '#schema/served-pages.ts'
import type { BuiltSite } from './built-site.ts'
import type { Page } from './load-page.ts'
import { asksForMore, drawnPath, type PageName, pageOf } from './page-address.ts'
import { type Drawn, pageHtml, phonePictureOf } from './page-html.ts'

export type Served = {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}
export type PageRequest = {
  /** The page's address as the browser shows it: "/gallery/gal_…". */
  readonly address: string
  readonly query: Readonly<Record<string, string | undefined>>
  readonly ifNoneMatch: string | undefined
}

type Parts = {
  readonly load: (name: PageName) => Promise<Page>
  readonly site: () => Promise<BuiltSite>
  readonly siteUrl: string
  readonly log: Log
  readonly now: Clock
}

/** A page whose data are older is sent anew, however little has changed: its answers say how old they are. */
const renewedAfterMs = 300_000

/** Answers a page's address with HTML that can be read, looked at and shared before any script has run. */
export const servePage =
  (parts: Parts) =>
  async ({ address, query, ifNoneMatch }: PageRequest): Promise<Served> => {
    const { load, site, siteUrl, now } = parts
    const name = pageOf(address, query)
    const [page, built] = await Promise.all([load(name), site()])
    const firstData: FirstData = { at: now().getTime(), answers: [...page.answers] }
    const isDrawn = page.isDrawn && !asksForMore(query)
    const preloads = built.preloads[name.kind] ?? []
    const drawn = isDrawn ? await draw(parts, { built, path: drawnPath(address, name) }, firstData) : undefined
    const body = pageHtml({ siteUrl, page, built: { html: built.html, preloads } }, drawn, firstData)
    const type = { 'content-type': 'text/html; charset=utf-8' }
    if (page.status === 404)
      return { statusCode: 404, headers: { ...type, 'cache-control': 'private, no-store' }, body }

    const period = Math.floor(firstData.at / renewedAfterMs)
    const etag = `W/${entityTag(`${period}${body.replace(`"at":${firstData.at}`, '')}`)}`
    const phonePicture = drawn && phonePictureOf(drawn.links)
    const headers = {
      ...type,
      ...edgeHeaders(page.keeping, now()),
      etag,
      ...(phonePicture !== undefined && { [phonePictureHeader]: phonePicture }),
    }
    return ifNoneMatch?.includes(etag) ? { statusCode: 304, headers } : { statusCode: 200, headers, body }
  }

/** A first view that cannot be drawn is drawn by the browser: slower, and nothing is lost. */
const draw = async (
  { siteUrl, log }: Parts,
  { built, path }: { built: BuiltSite; path: string },
  firstData: FirstData,
): Promise<Drawn | undefined> => {
  try {
    return await built.render({ path, host: new URL(siteUrl).host }, firstData)
  } catch (error) {
    log.error('page_not_drawn', describeError(error))
    return undefined
  }
}
