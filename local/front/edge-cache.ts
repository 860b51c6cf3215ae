import type { CachePlan } from '#local/template/behaviours.ts'
import { edgeTagHeader } from '#schema/events/edge.ts'

export type KeptAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | readonly string[]>>
  readonly body: Buffer
}
type Entry = KeptAnswer & { readonly path: string; readonly tags: ReadonlySet<string>; readonly untilMs: number }

/** One place of the cache, for one request: what lies there, and where its answer goes. */
export type Place = {
  readonly find: () => KeptAnswer | undefined
  readonly keep: (answer: KeptAnswer) => void
}

/** How many calls to forget are remembered for answers that are on their way meanwhile. */
const remembered = 1_000

const directive = (control: string, name: string): number | undefined => {
  const [, seconds] = new RegExp(`(?:^|[\\s,])${name}=(\\d+)`).exec(control) ?? []
  return seconds === undefined ? undefined : Number(seconds)
}

/** Seconds, as CloudFront takes them from an answer within the bounds of the policy. */
const lifeOf = (headers: KeptAnswer['headers'], { minTtl, defaultTtl, maxTtl }: CachePlan): number => {
  const control = String(headers['cache-control'] ?? '')
  if (/\b(no-store|no-cache|private)\b/.test(control)) return minTtl
  const said = directive(control, 's-maxage') ?? directive(control, 'max-age') ?? defaultTtl
  return Math.min(Math.max(said, minTtl), maxTtl)
}

/**
 * Caches answers as CloudFront does: under the key that the behaviour's cache policy defines, for as long as the answer
 * and the policy say. It is stricter than CloudFront: there is one edge, nothing is served stale, and an invalidation
 * takes effect at once, also for answers that are on their way.
 */
export const edgeCache = ({ nowMs, maxBytes = 64 * 1_024 * 1_024 }: { nowMs: () => number; maxBytes?: number }) => {
  const entries = new Map<string, Entry>()
  const forgotten: { readonly number: number; readonly items: readonly string[] }[] = []
  let bytes = 0
  let forgets = 0

  const drop = (key: string) => {
    bytes -= entries.get(key)?.body.length ?? 0
    entries.delete(key)
  }
  const isNamed = ({ path, tags }: Pick<Entry, 'path' | 'tags'>, item: string): boolean => {
    if (item.startsWith('#')) return tags.has(item.slice(1).toLowerCase())
    return item.endsWith('*') ? path.startsWith(item.slice(0, -1)) : path === item
  }
  const tagsOf = (headers: KeptAnswer['headers']): ReadonlySet<string> =>
    new Set(
      String(headers[edgeTagHeader] ?? '')
        .split(',')
        .map((tag) => tag.trim().toLowerCase())
        .filter((tag) => tag !== ''),
    )

  return {
    /** @param key What tells kept answers of this path apart. */
    place(path: string, key: readonly string[], policy: CachePlan): Place {
      const name = JSON.stringify([path, ...key])
      const begun = forgets
      return {
        find() {
          const entry = entries.get(name)
          if (entry === undefined || entry.untilMs > nowMs()) return entry
          drop(name)
          return undefined
        },
        keep({ status, headers, body }) {
          const lifeSeconds = status === 200 || status === 301 || status === 302 ? lifeOf(headers, policy) : 0
          if (lifeSeconds <= 0 || body.length > maxBytes / 8) return
          const entry = { status, headers, body, path, tags: tagsOf(headers), untilMs: nowMs() + lifeSeconds * 1_000 }
          if (forgotten.some(({ number, items }) => number > begun && items.some((item) => isNamed(entry, item))))
            return
          drop(name)
          entries.set(name, entry)
          bytes += body.length
          for (const [oldest] of entries) {
            if (bytes <= maxBytes) break
            drop(oldest)
          }
        },
      }
    },

    /** @param items Paths, where `*` may end one, and tags behind `#`. */
    forget(items: readonly string[]): void {
      forgets += 1
      forgotten.push({ number: forgets, items })
      if (forgotten.length > remembered) forgotten.shift()
      for (const [key, entry] of entries) if (items.some((item) => isNamed(entry, item))) drop(key)
    },
  }
}
export type EdgeCache = ReturnType<typeof edgeCache>
