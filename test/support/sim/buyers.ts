import { AppError } from '#schema/errors.ts'
import type { Step } from '#test/support/payments/interrupted.ts'
import type { MoneyWorld } from '#test/support/payments/money-world.ts'
import type { Dice } from './dice.ts'
import type { Start } from './scheduler.ts'
import type { Stall, Wish } from './stall.ts'
import { codeWords } from './stock.ts'
import { wishOf } from './wishes.ts'

type Buyer = { n: number; stall: Stall; start: Start }

/** A buyer who clicks once or twice, in one tab or two, and pays, pays later, leaves or comes back. */
export const startBuyer = (world: MoneyWorld, dice: Dice, { n, stall, start }: Buyer): void => {
  const email = `buyer${n}@example.com`
  // Chosen with the first click, so that others may have bought something by then.
  const wishFor = (): Wish => {
    const wish = stall.wishes.get(email) ?? wishOf(world, dice, stall)
    stall.wishes.set(email, wish)
    return wish
  }
  const code = dice.chance(0.3) ? dice.pick(codeWords) : undefined
  const isTwoTabs = dice.chance(0.5)
  const requestOf = (click: number, typed?: string) => {
    const { items, galleries } = wishFor()
    const asked = items.map(({ boughtPence: _, ...item }) => item)
    return world.checkoutRequest(asked, {
      key: isTwoTabs ? `attempt-of-buyer-${n}-in-tab-${click}` : `attempt-of-buyer-${n}`,
      email,
      galleries: galleries.map((galleryId) => ({ galleryId })),
      session: `anon_1700000000000_buyer${String(n).padStart(5, '0')}`,
      ...(typed !== undefined && { discountCode: typed }),
    })
  }
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
