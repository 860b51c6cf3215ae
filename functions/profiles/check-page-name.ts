import type { Operation } from '#functions/shared/http/operation.ts'
import type { Throttle } from '#functions/shared/throttle/throttle.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { isReserved, pageNameOf } from './page-name-rules.ts'
import { isFreeFor, type PageNameStore } from './page-name-store.ts'

type Parts = { pageNames: PageNameStore; throttle: Throttle; now: Clock }

/** Answers whether a name is free, never whose it is. */
export const checkPageName =
  ({ pageNames, throttle, now }: Parts): Operation<typeof api.profiles.endpoints.checkPageName> =>
  async ({ params, caller }) => {
    await throttle.count('pageNameChecksPerUser', caller.userId)
    const name = pageNameOf(params.name)
    if (name === undefined || isReserved(name)) return { available: false }
    return { available: isFreeFor(await pageNames.find(name), caller.userId, now()) }
  }
