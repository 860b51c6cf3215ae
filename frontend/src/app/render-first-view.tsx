import '#frontend/shared/api/no-eval.ts'
import { StrictMode } from 'react'
import { renderToString } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { OwnAddress } from '#frontend/shared/address/own-address.tsx'
import { takeFirstData } from '#frontend/shared/api/first-answers.ts'
import { collectedStyles } from '#frontend/ui/styles.ts'
import { firstFilesOf, pairRules } from '#frontend/ui/type-pairs.ts'
import { RulesOfPairs } from '#frontend/ui/typefaces.tsx'
import type { FirstData } from '#schema/api/first-answers.ts'
import { preloadPage } from './preload-page.ts'
import { makeQueries, Providers } from './providers.tsx'
import { SiteRoutes } from './routes.tsx'

export type FirstView = {
  /** What belongs into the root element. */
  readonly html: string
  /** A style element for the head, of which the browser's style engine takes note. */
  readonly styles: string
  /** Link elements for the head: pictures that React wants fetched first. */
  readonly links: string
  /** Addresses of the typefaces that the page is set in, where they are not the site's own. */
  readonly fonts: readonly string[]
}

/**
 * Renders a public page as HTML for a visitor who is not signed in, with the components that take it over in the
 * browser. Runs on the server only.
 * @param host The site's host name, as shown to people.
 * @throws what a component throws, and when a component suspends: anything that needs the browser must wait for
 * `useHydrated`.
 */
export const renderFirstView = async (
  { path, host }: { path: string; host: string },
  firstData: FirstData,
): Promise<FirstView> => {
  await preloadPage(path.replace(/\?.*/, ''))
  const queries = makeQueries()
  takeFirstData(queries, firstData, firstData.at)
  const { styles, element } = collectedStyles()
  const fonts: string[] = []
  const rulesOf: typeof pairRules = (pair) => {
    fonts.push(...firstFilesOf(pair))
    return pairRules(pair)
  }
  const html = renderToString(
    <StrictMode>
      <OwnAddress value={host}>
        <Providers queries={queries} styles={styles}>
          <RulesOfPairs value={rulesOf}>
            <StaticRouter location={path}>
              <SiteRoutes />
            </StaticRouter>
          </RulesOfPairs>
        </Providers>
      </OwnAddress>
    </StrictMode>,
  )
  queries.clear()
  // React's mark of a part that waits for code or data: it would be drawn again, in the browser, with an error.
  if (html.includes('<!--$!-->')) throw new Error('A part of the first view was not there in time.')
  const links = /^(?:<link [^>]*>)*/.exec(html)?.[0] ?? ''
  return { html: html.slice(links.length), styles: element(), links, fonts: [...new Set(fonts)] }
}
