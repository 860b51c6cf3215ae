import { act } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderPage } from '#test/support/frontend/render-page.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Tiles that the browser puts off, but for the third, which is there only while it is near. */
let show = (_count: number) => {}
let showOthers = () => {}
type WallProps = {
  useLaidOutAhead: typeof import('#frontend/features/galleries/use-laid-out-ahead.ts')['useLaidOutAhead']
}
const Wall = ({ useLaidOutAhead }: WallProps) => {
  const [count, setCount] = useState(0)
  show = setCount
  const [name, setName] = useState('photo 0')
  showOthers = () => setName('photo 0 of a set')
  const list = useRef<HTMLUListElement>(null)
  useLaidOutAhead(list, count > 0 ? name : undefined)
  return (
    <ul ref={list}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stay in their order.
        <li key={index}>
          <article data-tile="grid" data-near={index === 2 || undefined}>
            <div data-part="print">
              <button type="button" data-inner={`print ${index}`} />
            </div>
            <div data-part="foot">
              <p data-inner={`foot ${index}`} />
            </div>
          </article>
        </li>
      ))}
    </ul>
  )
}

/** What is asked for its box, in turn. */
const setup = async (count: number) => {
  // When something was scrolled last is of the clock of the test before.
  vi.resetModules()
  const { useLaidOutAhead } = await import('#frontend/features/galleries/use-laid-out-ahead.ts')
  const asked: string[] = []
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    asked.push(this.dataset.inner ?? this.tagName)
    return new DOMRect()
  })
  renderPage(<Wall useLaidOutAhead={useLaidOutAhead} />)
  act(() => show(count))
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const flick = async () => {
    for (let frame = 0; frame < 20; frame++) {
      window.dispatchEvent(new Event('scroll'))
      await wait(16)
    }
  }
  return { asked, wait, flick }
}
const first = ['print 0', 'foot 0', 'print 1', 'foot 1']

test('tiles that the browser puts off are laid out once each while nothing is scrolled', async () => {
  const { asked, wait, flick } = await setup(3)
  await wait(400)
  expect(asked).toEqual([])
  await wait(200)
  expect(asked).toEqual(first)

  // One more came. While a thumb is on its way nothing is asked, which would hold it up.
  act(() => show(4))
  await flick()
  expect(asked).toEqual(first)
  await wait(300)
  expect(asked).toEqual([...first, 'print 3', 'foot 3'])
})

test('photos that come later than their page are laid out ahead as well', async () => {
  const { asked, wait } = await setup(0)
  await wait(1_000)
  act(() => show(3))
  await wait(600)
  expect(asked).toEqual(first)
})

test('a thumb that sets out meanwhile waits for one tile and no more', async () => {
  const { asked, wait } = await setup(3)
  vi.mocked(HTMLElement.prototype.getBoundingClientRect).mockImplementation(function (this: HTMLElement) {
    asked.push(this.dataset.inner ?? this.tagName)
    if (asked.length === 1) window.dispatchEvent(new Event('scroll'))
    return new DOMRect()
  })
  await wait(550)
  expect(asked).toEqual(['print 0', 'foot 0'])
  await wait(300)
  expect(asked).toEqual(first)
})

test('other tiles are laid out ahead as well, and those before them no more', async () => {
  const { asked, wait } = await setup(3)
  vi.mocked(HTMLElement.prototype.getBoundingClientRect).mockImplementation(function (this: HTMLElement) {
    asked.push(this.dataset.inner ?? this.tagName)
    if (asked.length === 2) window.dispatchEvent(new Event('scroll'))
    return new DOMRect()
  })
  await wait(550)
  expect(asked).toEqual(['print 0', 'foot 0'])
  act(showOthers)
  await wait(400)
  expect(asked).toEqual(['print 0', 'foot 0'])
  await wait(200)
  expect(asked).toEqual(['print 0', 'foot 0', ...first])
})
