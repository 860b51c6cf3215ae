import { paths } from '#schema/paths.ts'
import { expect } from './support/market.ts'
import { test } from './support/studio.ts'
import { hiddenIn, nothingSaid, type Places, places } from './support/toasts.ts'

/** Milliseconds after which a page that was scrolled has long been at rest. */
const restMs = 600

/** How far to scroll until a control is where the message stands. */
const wayUnder = ({ said, controls, room }: Places) => {
  const ways = controls
    .filter(({ left, right }) => left < said.right && right > said.left)
    .map(({ top }) => Math.round(top - said.top))
  const way = ways.find((each) => Math.abs(each) > 60 && each > room.up && each < room.down)
  if (way === undefined) throw new Error('No control comes below the message.')
  return way
}

test('a message leaves the place to which a field is scrolled, and stays while somebody points at it', async ({
  owner,
}) => {
  await owner.goto(paths.settings())
  const form = owner.getByRole('form', { name: 'Update password' })
  const refused = async () => {
    await owner.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
    await form.getByLabel('Current Password').fill('not-it-at-all')
    await form.getByLabel('New Password').fill('stop-bath')
    await form.getByLabel('Confirm Password').fill('stop-bath')
    await form.getByRole('button', { name: 'Update Password' }).click()
    await expect(owner.getByRole('alert').filter({ hasText: 'Failed to update password' })).toBeVisible()
  }
  const scrolled = () => owner.evaluate(() => scrollY)
  const pointAt = ({ said }: Places) => owner.mouse.move(said.left + 40, said.top + 20)
  /** Where it stands, pointed at, after a scroll under which it made way. */
  const madeWay = async () => {
    // Pointed at, it stays until it is left; its time begins anew then.
    await pointAt(await places(owner))
    await expect.poll(async () => hiddenIn(await places(owner))).toEqual([])
    const before = await places(owner)

    // At the left edge, where no message comes to stand.
    await owner.mouse.move(20, 400)
    const [way, from] = [wayUnder(before), await scrolled()]
    await owner.mouse.wheel(0, way)
    await expect.poll(scrolled).toBe(from + way)
    const moved = await places(owner)
    expect(hiddenIn({ ...moved, said: before.said }), 'nothing came to where it stood').not.toEqual([])
    await expect.poll(async () => hiddenIn(await places(owner)), 'it lies on a button or a field').toEqual([])

    const rested = await places(owner)
    await pointAt(rested)
    expect((await places(owner)).said).toEqual(rested.said)
    return rested
  }
  // Left alone it lives for eight seconds; where the machine is slower than that, it is said again.
  let rested: Places | undefined
  while (rested === undefined) {
    await refused()
    rested = await madeWay().catch((error: unknown) => {
      if (String(error).includes(nothingSaid)) return undefined
      throw error
    })
  }
  await owner.evaluate((further) => scrollBy({ top: further, behavior: 'instant' }), wayUnder(rested))
  // Long enough for it to have gone elsewhere.
  await owner.waitForTimeout(restMs)
  const held = await places(owner)
  expect(hiddenIn(held)).not.toEqual([])
  expect(held.said).toEqual(rested.said)
})
