import { createHash } from 'node:crypto'
import { type Keeping, tagHeaderOf } from '#functions/shared/edge/edge-tags.ts'
import { edgeTagHeader } from '#schema/events/edge.ts'

/** How long the edge keeps a public answer that nothing calls back. */
const edgeSeconds = 300
/** How much longer it may serve the old answer while it fetches a new one (stale-while-revalidate). */
const staleSeconds = 30

/**
 * The headers of an answer that the edge may keep; browsers ask each time. One that stops being true at a moment, as a
 * gallery does that expires, is kept until then; one that nothing is known of is kept by nobody.
 */
export const edgeHeaders = (keeping: Keeping | undefined, now: Date): Record<string, string> => {
  if (!keeping) return { 'cache-control': 'private, no-store' }
  const left = keeping.until ? Math.floor((new Date(keeping.until).getTime() - now.getTime()) / 1_000) : edgeSeconds
  const tags = tagHeaderOf(keeping)
  const common = tags === '' ? {} : { [edgeTagHeader]: tags }
  if (left < edgeSeconds + staleSeconds && keeping.until) {
    return { ...common, 'cache-control': `public, max-age=0, s-maxage=${Math.max(0, Math.min(left, edgeSeconds))}` }
  }
  return {
    ...common,
    'cache-control': `public, max-age=0, s-maxage=${edgeSeconds}, stale-while-revalidate=${staleSeconds}`,
  }
}

/** The ETag: a hash of the content. */
export const entityTag = (content: string): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
