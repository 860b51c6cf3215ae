import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { galleryId } from '#test/support/frontend/builders.ts'
import { aFile, anUploadScreen, chooseFiles } from '#test/support/frontend/upload-screen.tsx'

afterEach(() => {
  vi.useRealTimers()
})

/** Two files are on their way, the third waits: its price field, how to let the two arrive, and the prices that were sent. */
const aWaitingRow = async () => {
  const releases: (() => void)[] = []
  const page = await anUploadScreen({
    at: `/upload?gallery=${galleryId(1)}`,
    put: () => new Promise((resolve) => releases.push(resolve)),
  })
  chooseFiles(...['a.jpg', 'b.jpg', 'c.jpg'].map((name) => aFile(name)))
  await page.user.click(await screen.findByRole('button', { name: 'Upload 3 Photos' }))
  const price = await waitFor(() => screen.getByLabelText<HTMLInputElement>('Price (£)'))
  await waitFor(() => expect(releases).toHaveLength(2))
  const arrive = () =>
    act(async () => {
      for (const release of releases) release()
    })
  return { ...page, price, arrive, prices: () => page.sent.map(({ pricePence }) => pricePence) }
}
const heldUp = '2 of 3 done, 1 photo waits until you leave its fields'
/** Types a price into a row that is then all there is left to send. */
const typedAtTheEnd = async () => {
  const page = await aWaitingRow()
  await page.user.click(page.price)
  fireEvent.input(page.price, { target: { value: '25' } })
  await page.arrive()
  await screen.findByText(heldUp)
  expect(page.prices()).toHaveLength(2)
  return page
}

test('a finger that begins to scroll on a field holds no photo back', async () => {
  const { price, arrive, prices } = await aWaitingRow()
  fireEvent.pointerDown(price)
  fireEvent.pointerCancel(price)
  await arrive()
  await waitFor(() => expect(prices()).toHaveLength(3))
})

test('a press outside the fields of a photo ends the typing, also where the focus stays in them', async () => {
  const { price, prices } = await typedAtTheEnd()
  fireEvent.mouseDown(screen.getByLabelText('Title'))
  expect(prices()).toHaveLength(2)
  expect(document.activeElement).toBe(price)
  // A text is marked from inside a field to beyond its edge: what is clicked then is what both are in.
  fireEvent.mouseDown(price)
  fireEvent.click(screen.getByRole('main'))
  // The page's scrollbar.
  fireEvent.mouseDown(document.documentElement)
  expect(prices()).toHaveLength(2)
  fireEvent.mouseDown(screen.getByRole('button', { name: 'Uploading...' }))
  await waitFor(() => expect(prices().at(2)).toBe(2_500))
})

test('so does Enter', async () => {
  const { price, prices } = await typedAtTheEnd()
  fireEvent.keyDown(price, { key: 'Enter', isComposing: true })
  expect(prices()).toHaveLength(2)
  fireEvent.keyDown(price, { key: 'Enter' })
  await waitFor(() => expect(prices().at(2)).toBe(2_500))
})

test('so does a minute without a letter, for whoever has gone away', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  const { price, prices } = await typedAtTheEnd()
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await pass(50_000)
  fireEvent.input(price, { target: { value: '26' } })
  await pass(50_000)
  expect(prices()).toHaveLength(2)
  await pass(10_000)
  await vi.waitFor(() => expect(prices().at(2)).toBe(2_600), { timeout: 20_000 })
})

test.each(['', '£'])(
  'but a price of which “%s” is left is not sent as none, however long its photo waits',
  async (left) => {
    vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
    const { price, prices } = await typedAtTheEnd()
    fireEvent.input(price, { target: { value: left } })
    await act(() => vi.advanceTimersByTimeAsync(3_600_000))
    expect(prices()).toHaveLength(2)
    fireEvent.input(price, { target: { value: '30' } })
    await act(() => vi.advanceTimersByTimeAsync(60_000))
    await vi.waitFor(() => expect(prices().at(2)).toBe(3_000), { timeout: 20_000 })
  },
)

const clearedAtTheEnd = async () => {
  const page = await typedAtTheEnd()
  fireEvent.input(page.price, { target: { value: '' } })
  return page
}

test.each(['Back', 'a link'])(
  'by %s a photo whose price is cleared is sent at the one that stood there before',
  async (way) => {
    const { prices, price } = await clearedAtTheEnd()
    const link = document.body.appendChild(document.createElement('a'))
    link.href = '/browse'
    if (way === 'a link') {
      fireEvent.mouseDown(link)
      fireEvent.blur(price, { relatedTarget: link })
      expect(prices()).toHaveLength(2)
    }
    cleanup()
    link.remove()
    await waitFor(() => expect(prices()).toHaveLength(3))
    expect(prices().at(2)).toBe(prices()[0])
  },
)

test('a price that was cleared and left says what its photo was sent at', async () => {
  const { prices, queue } = await clearedAtTheEnd()
  fireEvent.mouseDown(screen.getByRole('button', { name: 'Uploading...' }))
  await waitFor(() => expect(prices()).toHaveLength(3))
  expect(prices().at(2)).toBe(0)
  expect(queue.snapshot().at(2)).toMatchObject({ fileName: 'c.jpg', price: '' })
})

test.each(['focuses', 'does not focus'])(
  'a press on the × of the row that is typed into takes it off the list, unsent, where a browser %s it',
  async (what) => {
    const { user, price, prices } = await typedAtTheEnd()
    const remove = screen.getByRole('button', { name: 'Remove c.jpg' })
    if (what === 'focuses') await user.click(remove)
    else {
      fireEvent.mouseDown(remove)
      fireEvent.blur(price, { relatedTarget: screen.getByRole('main') })
      fireEvent.click(remove)
    }
    expect(prices()).toHaveLength(2)
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect((await screen.findByLabelText<HTMLInputElement>('Price (£)')).value).toBe('25')
  },
)

test('whoever passes the × by keys has left the row', async () => {
  const { prices } = await clearedAtTheEnd()
  const remove = screen.getByRole('button', { name: 'Remove c.jpg' })
  act(() => remove.focus())
  expect(prices()).toHaveLength(2)
  act(() => remove.blur())
  await waitFor(() => expect(prices().at(2)).toBe(0))
})
