import type { State } from './store/state.ts'
import type { EventType } from './wire.ts'

/** What every operation and page of the stand-in works with. */
export type World = {
  state: State
  /** The clock, in whole seconds as Stripe counts. */
  now(): number
  nowMs(): number
  /** A new id such as `ch_…`; never given twice, also across restarts. */
  newId(prefix: string): string
  /** Records an event about `object` as it is now, and queues its webhooks. */
  emit(type: EventType, object: object, about?: { account?: string; previous?: object }): void
  /** The whole address at which a browser finds `path` of the hosted pages. */
  page(path: string): string
}

/** The owner of the platform's own balance; a connected account's is its id. */
export const PLATFORM = 'platform'

/** The same within a hosted page, whatever name the browser knows its server by. */
export const pagePath = (world: World, path: string) => new URL(world.page(path)).pathname
