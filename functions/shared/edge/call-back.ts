import type { EdgeEvent } from '#schema/events/edge.ts'

/** Makes CloudFront forget what the items name: a path, or a tag behind `#`. */
export type Invalidate = (items: readonly string[]) => Promise<void>

/** A distribution has at most 3,000 paths under way (…/DeveloperGuide/InvalidationLimits.html). */
const itemsAtOnce = 500

/** Calls back what changed within a few seconds, each tag once: each is a price, however much it names. */
export const callBack =
  (invalidate: Invalidate) =>
  async (events: readonly EdgeEvent[]): Promise<ReadonlySet<number>> => {
    const items = [...new Set(events.flatMap(({ tags }) => tags))].map((tag) => `#${tag}`)
    for (let start = 0; start < items.length; start += itemsAtOnce) {
      await invalidate(items.slice(start, start + itemsAtOnce))
    }
    return new Set()
  }
