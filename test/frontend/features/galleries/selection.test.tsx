import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { useSelection } from '#frontend/features/galleries/selection.ts'
import { type CartItem, toStored } from '#frontend/shared/cart/cart-items.ts'
import { pence } from '#schema/money.ts'
import { galleryId, photoId } from '#test/support/frontend/builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'
import { toastOf } from '#test/support/frontend/toast-of.ts'

const itemOf = (n: number): CartItem => ({
  photoId: photoId(n),
  title: `Photo ${n}`,
  pricePence: pence(1_500),
  galleryId: galleryId(1),
  galleryTitle: 'Gallery 1',
  photographerName: 'Ada',
  imageUrl: '',
})

/** The ticks of a wall of three photos. */
const Wall = () => {
  const { chosen, set, clear, clearByHand } = useSelection(galleryId(1))
  return (
    <>
      {[1, 2, 3].map(itemOf).map((item) => (
        <label key={item.photoId}>
          <input
            type="checkbox"
            checked={chosen.has(item.photoId)}
            onChange={({ currentTarget }) => set(item, currentTarget.checked)}
          />
          {item.title}
        </label>
      ))}
      <button type="button" onClick={clearByHand}>
        Clear
      </button>
      <button type="button" onClick={clear}>
        Buy
      </button>
    </>
  )
}

const Page = () => {
  const [isOpen, setIsOpen] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setIsOpen(!isOpen)}>
        Open or leave the gallery
      </button>
      {isOpen && <Wall />}
    </>
  )
}

afterEach(() => {
  vi.unstubAllGlobals()
})

const key = 'gallery_selections'
/** Another tab has these ticked in the end. */
const tickElsewhere = (...ns: number[]) =>
  localStorage.setItem(key, JSON.stringify([{ galleryId: galleryId(1), items: ns.map(itemOf).map(toStored) }]))
/** The ids that the browser keeps as ticked. */
const kept = () =>
  z
    .array(z.object({ items: z.array(z.object({ photo_id: z.string() })) }))
    .parse(JSON.parse(localStorage.getItem(key) ?? '[]'))
    .flatMap(({ items }) => items.map(({ photo_id }) => photo_id))

const setup = () => {
  renderPage(<Page />)
  const user = userEvent.setup()
  return {
    tick: (n: number) => user.click(screen.getByLabelText(`Photo ${n}`)),
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    ticked: () =>
      screen
        .getAllByRole<HTMLInputElement>('checkbox')
        .flatMap(({ checked, labels }) => (checked ? [labels?.[0]?.textContent] : [])),
  }
}

test.each([
  ['on a wall that was opened anew', 2],
  ['where no wall is open', 1],
])('what was cleared is ticked again by Undo %s, and stays with what is ticked then', async (_, times) => {
  const { tick, press, ticked } = setup()
  await tick(1)
  await tick(2)
  await press('Clear')
  await toastOf('Selection cleared')
  for (let n = 0; n < times; n += 1) await press('Open or leave the gallery')
  await press('Undo')
  if (times === 1) await press('Open or leave the gallery')
  expect(ticked()).toEqual(['Photo 1', 'Photo 2'])
  await tick(3)
  await press('Open or leave the gallery')
  await press('Open or leave the gallery')
  expect(ticked()).toEqual(['Photo 1', 'Photo 2', 'Photo 3'])
})

test('Undo unticks nothing that the browser could not keep', async () => {
  const { tick, press, ticked } = setup()
  await tick(1)
  await press('Clear')
  await toastOf('Selection cleared')
  const full = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    setItem: full,
    removeItem: () => undefined,
    clear: () => undefined,
  })
  await tick(2)
  await press('Undo')
  expect(ticked()).toEqual(['Photo 1', 'Photo 2'])

  for (let n = 0; n < 2; n += 1) await press('Open or leave the gallery')
  expect(ticked()).toEqual(['Photo 1', 'Photo 2'])
  vi.unstubAllGlobals()
  await tick(3)
  expect(kept()).toEqual([1, 2, 3].map(photoId))
})

test('Undo keeps what was ticked in another tab since', async () => {
  const { tick, press, ticked } = setup()
  await tick(3)
  const ofAnotherTab = localStorage.getItem('gallery_selections') ?? ''
  await tick(3)
  await tick(1)
  await press('Clear')
  await toastOf('Selection cleared')
  localStorage.setItem('gallery_selections', ofAnotherTab)
  await press('Undo')
  expect(ticked()).toEqual(['Photo 1', 'Photo 3'])
  await press('Open or leave the gallery')
  await press('Open or leave the gallery')
  expect(ticked()).toEqual(['Photo 1', 'Photo 3'])
})

test('what another tab ticked or unticked meanwhile stays so when something is ticked here', async () => {
  const { tick, ticked } = setup()
  await tick(1)
  tickElsewhere(1, 2)
  await tick(3)
  expect(ticked()).toEqual(['Photo 1', 'Photo 2', 'Photo 3'])
  expect(kept()).toEqual([1, 2, 3].map(photoId))

  tickElsewhere(2, 3)
  await tick(3)
  expect(ticked()).toEqual(['Photo 2'])
  expect(kept()).toEqual([photoId(2)])
})

test('what another tab ticks is ticked here', async () => {
  const { tick, ticked } = setup()
  await tick(1)
  tickElsewhere(1, 2)
  act(() => void dispatchEvent(new StorageEvent('storage', { key })))
  expect(ticked()).toEqual(['Photo 1', 'Photo 2'])

  tickElsewhere()
  act(() => void dispatchEvent(new Event('pageshow')))
  expect(ticked()).toEqual([])
})

test('what was bought is not ticked any more, and what another tab ticked meanwhile is', async () => {
  const { tick, press, ticked } = setup()
  await tick(1)
  tickElsewhere(1, 2)
  await press('Buy')
  expect(ticked()).toEqual(['Photo 2'])
  expect(kept()).toEqual([photoId(2)])
})
