import { act } from '@testing-library/react'
import { useRef, useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLaidOutAhead } from '#frontend/features/galleries/use-laid-out-ahead.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())

/** Two tiles that the browser puts off, and one that is there only while it is near. */
let addOne = () => {}
const Wall = () => {
  const [more, setMore] = useState(0)
  addOne = () => setMore(1)
  const list = useRef<HTMLUListElement>(null)
  useLaidOutAhead(list)
  return (
    <ul ref={list}>
      {Array.from({ length: 3 + more }, (_, index) => (
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

test('tiles that the browser puts off are laid out once each while nothing is scrolled', async () => {
  const asked: string[] = []
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
    asked.push(this.dataset.inner ?? this.tagName)
    return new DOMRect()
  })
  renderPage(<Wall />)
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  await wait(400)
  expect(asked).toEqual([])

  await wait(200)
  const first = ['print 0', 'foot 0', 'print 1', 'foot 1']
  expect(asked).toEqual(first)

  // One more came. While a thumb is on its way nothing is asked, which would hold it up.
  act(addOne)
  for (let frame = 0; frame < 20; frame++) {
    window.dispatchEvent(new Event('scroll'))
    await wait(16)
  }
  expect(asked).toEqual(first)
  await wait(300)
  expect(asked).toEqual([...first, 'print 3', 'foot 3'])
})
