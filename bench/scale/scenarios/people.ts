import { unlockGallery } from '#functions/galleries/unlock-gallery.ts'
import { update } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { limits } from '#schema/limits.ts'
import { iris } from '#test/support/costs/catalogue.ts'
import { named, property } from '#test/support/infra/templates.ts'
import { findBreak, isServed, mainReason, openLoad } from '../load.ts'
import { marketOf } from '../market.ts'
import type { Result, Scenario } from '../result.ts'

const galleryId = iris.galleryIds[0] ?? ''
const params = { galleryId }
const accessCode = 'MAITEJON'
/** Every request of `httpEvent` comes from the same address: a hall's, an office's, a carrier's. */
const behindOneAddress = () => marketOf({ throttleScale: 1 })
type Behind = Awaited<ReturnType<typeof behindOneAddress>>

/** So many people do something within so many seconds, all behind one address, with their own browsers. */
const crowd = async (
  goal: number,
  seconds: number,
  act: (market: Behind) => Promise<(n: number) => Promise<unknown>>,
): Promise<Result> => {
  const found = await findBreak(goal, async (people) => {
    const market = await behindOneAddress()
    const { clock, random, copies } = market
    const request = await act(market)
    const outcome = await openLoad({
      clock,
      random,
      seconds,
      perSecond: people / seconds,
      request: (n) => copies.run(() => request(n)),
    })
    return { holds: isServed(outcome), why: mainReason(outcome) }
  })
  return {
    method: 'simulated',
    heldAt: found.heldAt,
    breaksAt: found.breaksAt,
    because: found.why ?? 'nothing refused',
  }
}

const lock = ({ limited }: Behind) =>
  limited.items.write(
    update({ PK: `GALLERY#${galleryId}`, SK: 'GALLERY' }, { set: { accessCode, isPublic: false }, when: 'present' }),
  )

/** Parents with the right code, one after the other for an hour; a guesser among them tries a code each second. */
const unlock: Scenario = (goal) =>
  crowd(goal, 3_600, async (market) => {
    await lock(market)
    const { calls, clock, browser } = market
    const open = calls.call(
      api.galleries.endpoints.unlock,
      unlockGallery({ ...calls.parts, tellOfGuessing: async () => {}, leaveAddress: async () => {} }),
    )
    const guesser = browser()
    return async (n) => {
      if (n % 3 === 0) await open({ params, headers: guesser, body: { accessCode: `GUESS${n}` } }).catch(() => {})
      await clock.wait(1)
      return open({ params, headers: browser(), body: { accessCode } })
    }
  })

const buy: Scenario = (goal) =>
  crowd(goal, 600, async ({ calls, browser }) => async (n) => {
    const headers = { ...browser(), 'idempotency-key': `crowd-checkout-${String(n).padStart(8, '0')}` }
    const customer = { name: 'Ada Buyer', email: `buyer-${n}@example.com` }
    return calls.openCheckout({
      headers,
      body: { items: [{ photoId: iris.photoIds.first[n % 50] }], consent: deliveryConsent.version, customer },
    })
  })

const like: Scenario = (goal) =>
  crowd(
    goal,
    60,
    async ({ calls, browser }) =>
      async () =>
        calls.like({ params, headers: browser() }),
  )
const view: Scenario = (goal) =>
  crowd(
    goal,
    60,
    async ({ calls, browser }) =>
      async () =>
        calls.view({ params, headers: browser() }),
  )
const search: Scenario = (goal) =>
  crowd(
    goal,
    60,
    async ({ calls }) =>
      async () =>
        calls.browse({ query: { q: iris.word } }),
  )

type RateRule = { Name: string; Statement: { RateBasedStatement?: { Limit: number } } }
const isRateRule = (rule: unknown): rule is RateRule => typeof rule === 'object' && rule !== null && 'Name' in rule
const rateOfRule = (acl: string, name: string): number => {
  const rules = property(named('AWS::WAFv2::WebACL', acl), 'Rules')
  const rule = Array.isArray(rules) ? rules.filter(isRateRule).find((each) => each.Name === name) : undefined
  return rule?.Statement.RateBasedStatement?.Limit ?? 0
}
/** A first visit, as `docs/cost.md` counts it and `lib/web/firewall.ts` does. */
const visit = { calls: 11, requests: 81 } as const
const firewall: Scenario = async () => {
  const [all, calls] = [rateOfRule('Firewall', 'Flood'), rateOfRule('Firewall', 'ApiFlood')]
  const visitors = Math.floor(Math.min(all / visit.requests, calls / visit.calls))
  return {
    method: 'reckoned',
    heldAt: visitors,
    breaksAt: visitors + 1,
    because: `${all} requests and ${calls} calls of an address in five minutes; a first visit is ${visit.requests} and ${visit.calls}`,
  }
}
const signUp: Scenario = async () => {
  const heldAt = rateOfRule('GuardAcl', 'Flood')
  return { method: 'reckoned', heldAt, breaksAt: heldAt + 1, because: 'the rule PoolFlood of the pool’s firewall' }
}

/** Originals of a race: a JPEG of a camera of 24 megapixels. */
const raceBytes = 15_000_000
const race: Scenario = async () => {
  const { photosADay, maxBytes } = limits.upload.plans.subscribed
  const byPlan = Math.min(photosADay, Math.floor(maxBytes / raceBytes))
  // What `quota` gives has no end of its own: then a day's photos are the bound.
  const heldAt = photosADay
  return {
    method: 'reckoned',
    heldAt,
    breaksAt: heldAt + 1,
    because: `${byPlan} by the plan alone (${photosADay} photos a day, ${maxBytes / 1e9} GB), the others with room that an operator gives at £5 for 100 GB (\`npm run ops -- quota\`)`,
  }
}

export const peopleScenarios = { unlock, buy, like, view, search, firewall, signUp, race }
