import { createHash } from 'node:crypto'

/** Shared caches keep it half a minute and may serve it five minutes longer while they fetch anew (docs/architecture.md). */
export const edgeCache = 'public, max-age=0, s-maxage=30, stale-while-revalidate=300'

/** A name for exactly this content. */
export const entityTag = (content: string): string =>
  `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
