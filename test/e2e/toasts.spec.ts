import type { Page } from '@playwright/test'
import { paths } from '#schema/paths.ts'
import { expect } from './support/market.ts'
import { test } from './support/studio.ts'

/** Milliseconds after which a page that was scrolled has long been at rest. */
const restMs = 600

/** Where the message stands, and what can be pressed or typed into on the page, from the window's edges. */
const places = (page: Page) =>
  page.evaluate(() => {
    const boxOf = (element: Element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      return { left, right, top, bottom }
    }
    const said = document.querySelector('[aria-label=Notifications] [data-kind]')
    if (!said) throw new Error('Nothing is said.')
    const controls = [...document.querySelectorAll('main :is(a, button, input, select, textarea)')]
    const room = { up: -scrollY, down: document.documentElement.scrollHeight - innerHeight - scrollY }
    return { said: boxOf(said), controls: controls.filter((each) => each.checkVisibility()).map(boxOf), room }
  })
type Places = Awaited<ReturnType<typeof places>>
type Box = Places['said']

const isOver = (a: Box, b: Box) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
const hiddenIn = ({ said, controls }: Places) => controls.filter((each) => isOver(said, each))

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
  await form.getByLabel('Current Password').fill('not-it-at-all')
  await form.getByLabel('New Password').fill('stop-bath')
  await form.getByLabel('Confirm Password').fill('stop-bath')
  await form.getByRole('button', { name: 'Update Password' }).click()
  await expect(owner.getByRole('alert').filter({ hasText: 'Failed to update password' })).toBeVisible()
  // At the left edge, where no message comes to stand.
  await owner.mouse.move(20, 400)
  await owner.waitForTimeout(restMs)
  const before = await places(owner)
  expect(hiddenIn(before)).toEqual([])

  await owner.mouse.wheel(0, wayUnder(before))
  await owner.waitForTimeout(restMs)
  const rested = await places(owner)
  expect(hiddenIn({ ...rested, said: before.said }), 'nothing came to where it stood').not.toEqual([])
  expect(hiddenIn(rested), 'it lies on a button or a field').toEqual([])

  await owner.mouse.move(rested.said.left + 40, rested.said.top + 20)
  await owner.evaluate((way) => scrollBy({ top: way, behavior: 'instant' }), wayUnder(rested))
  await owner.waitForTimeout(restMs)
  const held = await places(owner)
  expect(hiddenIn(held)).not.toEqual([])
  expect(held.said).toEqual(rested.said)
})
