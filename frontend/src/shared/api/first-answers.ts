import type { QueryClient } from '@tanstack/react-query'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { FirstData, firstDataElementId } from '#schema/api/first-answers.ts'
import { pagesKey, requestKey } from './query-keys.ts'

/** The answers that came with the page's HTML, if there are any. */
export const embeddedFirstData = (): FirstData | undefined => {
  const text = document.getElementById(firstDataElementId)?.textContent
  if (!text) return undefined
  try {
    return FirstData.parse(JSON.parse(text))
  } catch (thrown) {
    logWarning('first_data_unreadable', { error: errorName(thrown) })
    return undefined
  }
}

/**
 * Puts the answers where the pages' questions look for them.
 * @param nowMs The clock by which freshness is judged; a server's that is ahead makes nothing fresh for longer.
 */
export const takeFirstData = (queries: QueryClient, { at, answers }: FirstData, nowMs: number): void => {
  const updatedAt = Math.min(at, nowMs)
  for (const { method, path, kind, request, answer } of answers) {
    if (kind === 'one') queries.setQueryData(requestKey({ method, path }, request), answer, { updatedAt })
    else {
      const pages = { pages: [answer], pageParams: [undefined] }
      queries.setQueryData(pagesKey({ method, path }, request), pages, { updatedAt })
    }
  }
}
