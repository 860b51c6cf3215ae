import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Lightbox } from '#frontend/ui/lightbox.tsx'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const photos = ['1', '2'].map((id) => ({ id, title: `Photo ${id}`, description: '', picture: null }))
const [width, height] = [400, 600]
let nowMs = 1_000

const turns = vi.fn<(index: number) => void>()
const Stage = () => {
  const [index, setIndex] = useState(0)
  const move = (next: number) => {
    turns(next)
    setIndex(next)
  }
  return <Lightbox photos={photos} index={index} onMove={move} onClose={vi.fn()} actions={null} />
}
const photo = () => {
  const frame = screen.getByAltText(/^Photo/).closest('[data-zoom-photo]')
  if (!(frame instanceof HTMLElement)) throw new Error('No photo on the stage.')
  return frame
}
const at = (x: number, y: number, by = 'touch') => ({
  clientX: x,
  clientY: y,
  isPrimary: true,
  pointerType: by,
  buttons: 1,
})
const drag = (from: [number, number], to: [number, number]) => {
  fireEvent.pointerDown(photo(), at(...from))
  fireEvent.pointerMove(photo(), at(...to))
  fireEvent.pointerUp(photo(), at(...to))
  nowMs += 1_000
}
const tap = (x: number, y: number, { laterMs = 100, by = 'touch' } = {}) => {
  nowMs += laterMs
  fireEvent.pointerDown(photo(), at(x, y, by))
  fireEvent.pointerUp(photo(), { ...at(x, y, by), buttons: 0 })
}

beforeEach(() => {
  nowMs = 1_000
  turns.mockClear()
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => nowMs)
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, width, height))
  for (const [name, size] of [
    ['offsetWidth', width],
    ['offsetHeight', 300],
    ['clientWidth', width],
    ['clientHeight', height],
  ] as const)
    vi.spyOn(HTMLElement.prototype, name, 'get').mockReturnValue(size)
  return () => vi.restoreAllMocks()
})

test.each([
  ['tap', 'touch'],
  ['click', 'mouse'],
])('a double %s comes nearer at that point, and another one goes back', (_, by) => {
  renderPage(<Stage />)

  tap(300, 300, { by })
  tap(304, 298, { by })
  expect(photo().style.transform).toBe('translate(-156px, 3px) scale(2.5)')
  tap(200, 300, { by, laterMs: 1_000 })
  tap(200, 300, { by })
  expect(photo().style.transform).toBe('')
})

test('two taps far apart in time or place are no double tap', () => {
  renderPage(<Stage />)

  tap(300, 300)
  tap(300, 300, { laterMs: 400 })
  tap(100, 300)

  expect(photo().style.transform).toBe('')
})

test('one finger looks around in a photo that is near, to its edge, and turns to no other', () => {
  renderPage(<Stage />)
  tap(200, 300)
  tap(200, 300)

  drag([300, 300], [180, 300])
  expect(photo().style.transform).toBe('translate(-120px, 0px) scale(2.5)')
  drag([390, 300], [-900, 300])

  expect(photo().style.transform).toBe('translate(-300px, 0px) scale(2.5)')
  expect(turns).not.toHaveBeenCalled()
})

test('a swipe turns to the next photo, but not while the browser shows the page nearer', () => {
  renderPage(<Stage />)
  vi.stubGlobal('visualViewport', { scale: 2 })

  drag([300, 300], [100, 310])
  expect(turns).not.toHaveBeenCalled()
  vi.stubGlobal('visualViewport', { scale: 1 })
  drag([300, 300], [100, 310])

  expect(turns.mock.calls).toEqual([[1]])
  vi.unstubAllGlobals()
})

test('another photo is shown whole; Z does what a double tap does', () => {
  renderPage(<Stage />)
  const press = () => fireEvent.keyDown(screen.getByRole('dialog'), { key: 'z' })
  press()
  expect(photo().style.transform).toBe('translate(0px, 0px) scale(2.5)')
  press()
  expect(photo().style.transform).toBe('')
  press()

  fireEvent.click(screen.getByRole('button', { name: 'Next photo' }))
  expect(photo().style.transform).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Previous photo' }))
  expect(photo().style.transform).toBe('')
})

test('arrows look around in a photo that is near, and turn to others else; Caps Lock takes no key away', () => {
  renderPage(<Stage />)
  const press = (key: string, held = {}) => fireEvent.keyDown(screen.getByRole('dialog'), { key, ...held })
  press('Z')
  press('ArrowRight')
  press('ArrowDown')
  expect(photo().style.transform).toBe('translate(-100px, -75px) scale(2.5)')
  press('ArrowLeft')
  expect(photo().style.transform).toBe('translate(0px, -75px) scale(2.5)')
  expect(turns).not.toHaveBeenCalled()
  press('Z')
  press('ArrowRight')
  expect(turns.mock.calls).toEqual([[1]])
})

test('a phone that is turned shows a photo that is near within its edges', () => {
  renderPage(<Stage />)
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'z' })
  drag([390, 300], [-900, 300])
  expect(photo().style.transform).toBe('translate(-300px, 0px) scale(2.5)')
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(800)
  fireEvent(window, new Event('resize'))
  expect(photo().style.transform).toBe('translate(-100px, 0px) scale(2.5)')
})

test('what the browser does by an arrow with another key turns to no photo', () => {
  renderPage(<Stage />)
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight', altKey: true })
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight', metaKey: true })
  expect(turns).not.toHaveBeenCalled()
})

test('of two steps that come before the first is drawn each is taken', () => {
  const moves = vi.fn()
  const three = [...photos, { id: '3', title: 'Photo 3', description: '', picture: null }]
  // As a router does that draws when it finds the time.
  renderPage(<Lightbox photos={three} index={0} onMove={moves} onClose={vi.fn()} actions={null} />)
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' })
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'ArrowRight' })
  expect(moves.mock.calls).toEqual([[1], [2]])
})
