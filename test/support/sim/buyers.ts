import { AppError } from '#schema/errors.ts'
import type { PhotoId } from '#schema/ids.ts'
import type { Step } from '#test/support/payments/interrupted.ts'
import type { MoneyWorld } from '#test/support/payments/money-world.ts'
import type { Dice } from './dice.ts'
import type { Start } from './scheduler.ts'
import { codeWords } from './stall.ts'

type Buyer = { n: number; photos: readonly PhotoId[]; start: Start }

/** A buyer who clicks once or twice, in one tab or two, and pays, pays later, leaves or comes back. */
export const startBuyer = (world: MoneyWorld, dice: Dice, { n, photos, start }: Buyer): void => {
  const likes = dice.pick([0.2, 0.4, 0.6] as const)
  const liked = photos.filter(() => dice.chance(likes))
  const wanted = liked.length > 0 || dice.chance(0.1) ? liked : photos
  const code = dice.chance(0.3) ? dice.pick(codeWords) : undefined
  const isTwoTabs = dice.chance(0.5)
  const requestOf = (click: number, typed?: string) =>
    world.checkoutRequest(wanted, {
      key: isTwoTabs ? `attempt-of-buyer-${n}-in-tab-${click}` : `attempt-of-buyer-${n}`,
      email: `buyer${n}@example.com`,
      session: `anon_1700000000000_buyer${String(n).padStart(5, '0')}`,
      ...(typed !== undefined && { discountCode: typed }),
    })
  const clicks = dice.chance(0.3) ? 2 : 1
  for (let click = 1; click <= clicks; click++) {
    start(`buyer ${n}.${click}`, async (step) => {
      const ops = world.as(step)
      const answer =
        (await persist(dice, () => ops.checkout(requestOf(click, code)))) ??
        // Whose code is refused buys without.
        (code !== undefined && dice.chance(0.8) ? await persist(dice, () => ops.checkout(requestOf(click))) : undefined)
      if (answer?.kind !== 'pay') return
      const sessionId = /cs_test_\d+/.exec(answer.url)?.[0]
      if (sessionId === undefined) return
      await payOrLeave(world, dice, { sessionId, step })
      if (dice.chance(0.7)) await persist(dice, () => ops.confirm(world.confirmRequest(sessionId)))
    })
  }
}

/** People try again what failed, a few times, and then give up. */
const persist = async <T>(dice: Dice, act: () => Promise<T>): Promise<T | undefined> => {
  for (let tries = 0; tries < 4; tries++) {
    try {
      return await act()
    } catch (error) {
      const isWorthIt = error instanceof AppError && error.code === 'unavailable' && dice.chance(0.8)
      if (!isWorthIt) return undefined
    }
  }
  return undefined
}

const payOrLeave = async (world: MoneyWorld, dice: Dice, { sessionId, step }: { sessionId: string; step: Step }) => {
  await step('payment page', 'before')
  if (dice.chance(0.65)) world.stripe.pay(sessionId)
  else if (dice.chance(0.4)) {
    if (!world.stripe.payLater(sessionId)) return
    await step('bank', 'before')
    world.stripe.settleLater(sessionId, dice.chance(0.6))
    await step('bank', 'after')
    // Some banks change their mind.
    if (dice.chance(0.3)) world.stripe.settleLater(sessionId, true)
  }
}
