import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { lookedAtPage } from '#frontend/features/galleries/looked-at-page.ts'
import { Pager } from '#frontend/features/galleries/pager.tsx'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const Pages = ({ onGo, last = 7 }: { onGo: (page: number) => void; last?: number }) => {
  const [place] = useState(() => lookedAtPage(1))
  const go = (next: number) => {
    onGo(next)
    place.set(Math.min(next, last))
  }
  return <Pager place={place} pageCount={7} known={1} isMore isLifted={false} onGo={go} />
}
const next = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Next' })
const previous = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Previous' })
const isDeaf = (button: HTMLElement) => button.getAttribute('aria-disabled') === 'true'

test('the page is named at once, and gone to when that is shown', async () => {
  const onGo = vi.fn<(page: number) => void>()
  renderPage(<Pages onGo={onGo} />)
  fireEvent.click(next())
  expect(screen.getByText('Page 2 of 7')).toBeTruthy()
  expect(onGo).not.toHaveBeenCalled()
  await waitFor(() => expect(onGo.mock.calls).toEqual([[2]]))
  expect(screen.getByText('Page 2 of 7')).toBeTruthy()
})

test('two presses lead two pages on', async () => {
  const onGo = vi.fn<(page: number) => void>()
  renderPage(<Pages onGo={onGo} />)
  fireEvent.click(next())
  fireEvent.click(next())
  await waitFor(() => expect(onGo).toHaveBeenLastCalledWith(3))
  await waitFor(() => expect(screen.getByText('Page 3 of 7')).toBeTruthy())
})

test('where there turns out to be no such page, the one that is shown is named again', async () => {
  const onGo = vi.fn<(page: number) => void>()
  renderPage(<Pages onGo={onGo} last={1} />)
  fireEvent.click(next())
  await waitFor(() => expect(onGo.mock.calls).toEqual([[2]]))
  await waitFor(() => expect(screen.getByText('Page 1 of 7')).toBeTruthy())
})

test('whoever has followed a link before the next page is gone to is not led back', async () => {
  const onGo = vi.fn<(page: number) => void>()
  renderPage(<Pages onGo={onGo} />)
  fireEvent.click(next())
  const before = location.pathname
  history.pushState(undefined, '', '/cart')
  try {
    // Named again when it is certain.
    await waitFor(() => expect(screen.getByText('Page 1 of 7')).toBeTruthy())
    expect(onGo).not.toHaveBeenCalled()
  } finally {
    history.replaceState(undefined, '', before)
  }
})

test('a page that came behind the ones that were counted can be gone to', () => {
  renderPage(<Pager place={lookedAtPage(7)} pageCount={7} known={7} isMore isLifted={false} onGo={() => undefined} />)
  expect(isDeaf(next())).toBe(false)
})

test('nothing leads past the last page that is counted while it is gone to', () => {
  renderPage(<Pager place={lookedAtPage(6)} pageCount={7} known={7} isMore isLifted={false} onGo={() => undefined} />)
  fireEvent.click(next())
  expect(screen.getByText('Page 7 of 7')).toBeTruthy()
  expect(isDeaf(next())).toBe(true)
})

test('the step that a press took to its end keeps the focus, and ignores presses', async () => {
  const onGo = vi.fn<(page: number) => void>()
  const place = lookedAtPage(2)
  const go = (page: number) => {
    onGo(page)
    place.set(page)
  }
  renderPage(<Pager place={place} pageCount={2} known={2} isMore={false} isLifted={false} onGo={go} />)
  previous().focus()
  for (const [step, page] of [
    [previous, 1],
    [next, 2],
  ] as const) {
    await userEvent.click(step())
    await waitFor(() => expect(onGo).toHaveBeenLastCalledWith(page))
    await waitFor(() => expect(screen.getByText(`Page ${String(page)} of 2`)).toBeTruthy())
    expect(isDeaf(step())).toBe(true)
    expect(step().disabled).toBe(false)
    expect(document.activeElement).toBe(step())
    await userEvent.keyboard('{Enter}')
    expect(screen.getByText(`Page ${String(page)} of 2`)).toBeTruthy()
  }
  expect(onGo.mock.calls).toEqual([[1], [2]])
})

test('the page that is scrolled to is named at once', () => {
  const place = lookedAtPage(1)
  renderPage(<Pager place={place} pageCount={7} known={7} isMore={false} isLifted={false} onGo={() => undefined} />)
  act(() => place.set(7))
  expect(screen.getByText('Page 7 of 7')).toBeTruthy()
  expect(isDeaf(next())).toBe(true)
})
