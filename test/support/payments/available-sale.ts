import { userIdOf } from '#test/support/builders/ids.ts'
import { moneyWorld } from './money-world.ts'

/** One sale of £15 that is available to its photographer, who can be paid. */
export const availableSale = async () => {
  const world = moneyWorld()
  const seller = userIdOf(1)
  const photos = await world.addSeller(1, [1500])
  await world.openAccount(seller)
  await world.sell(photos)
  world.clock.forward({ hours: 48 })
  await world.runRelease()
  return { world, photos, seller }
}
