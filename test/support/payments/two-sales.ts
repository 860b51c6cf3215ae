import { userIdOf } from '#test/support/builders/ids.ts'
import { moneyWorld } from './money-world.ts'

/** Two sales of £13.50, by charges `ch_1` and `ch_2`, that Monday pays the first seller, and the message that does it. */
export const twoSalesOnMonday = async () => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500])
  await world.openAccount(userIdOf(1))
  for (const n of [1, 2]) await world.sell(photos, { key: `attempt-00000000${n}`, email: `buyer${n}@example.com` })
  world.clock.forward({ hours: 48 })
  await world.runRelease()
  await world.weeklyPayouts()
  const [task] = world.queued.splice(0)
  if (!task) throw new Error('Nobody is paid.')
  return { world, task }
}
