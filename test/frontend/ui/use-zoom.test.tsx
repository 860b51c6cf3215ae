import { act, createEvent, fireEvent, screen } from '@testing-library/react'
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
/** Fingers by their numbers; the first is the primary one. */
const finger = (id: number, x: number, y: number) => ({ ...at(x, y), pointerId: id, isPrimary: id === 1 })
const put = (id: number, x: number, y: number) => fireEvent.pointerDown(photo(), finger(id, x, y))
const slide = (id: number, x: number, y: number) => fireEvent.pointerMove(photo(), finger(id, x, y))
const lift = (id: number, x: number, y: number) => fireEvent.pointerUp(photo(), { ...finger(id, x, y), buttons: 0 })
/** Twice as near at the point 300, 300: both fingers stay down. */
const pinch = () => {
  put(1, 250, 300)
  put(2, 350, 300)
  slide(1, 200, 300)
  slide(2, 400, 300)
}
const twice = 'translate(-100px, 0px) scale(2)'

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

test('two fingers bring the photo nearer at the point between them, and take it along', () => {
  renderPage(<Stage />)
  pinch()
  expect(photo().style.transform).toBe(twice)
  slide(1, 180, 300)
  slide(2, 380, 300)
  expect(photo().style.transform).toBe('translate(-120px, 0px) scale(2)')
  slide(1, 280, 300)
  slide(2, 281, 300)
  expect(photo().style.transform).toBe('')
})

test('of two fingers one goes on looking around, without a jump, and turns to no other photo', () => {
  renderPage(<Stage />)
  pinch()
  lift(1, 200, 300)
  expect(photo().style.transform).toBe(twice)
  slide(2, 350, 300)
  expect(photo().style.transform).toBe('translate(-150px, 0px) scale(2)')
  put(3, 150, 300)
  slide(3, 250, 300)
  expect(photo().style.transform).toMatch(/scale\(1\)$|^$/)
  lift(2, 350, 300)
  lift(3, 50, 300)
  expect(turns).not.toHaveBeenCalled()
})

test('two fingers that end where they began turn to no photo and are no tap', () => {
  renderPage(<Stage />)
  tap(300, 300)
  nowMs += 50
  put(1, 300, 300)
  put(2, 320, 300)
  lift(2, 320, 300)
  slide(1, 100, 300)
  lift(1, 100, 300)
  tap(300, 300)
  expect(photo().style.transform).toBe('')
  expect(turns).not.toHaveBeenCalled()
})

test('a photo that was brought back to nearly whole is whole, and can be swiped', () => {
  renderPage(<Stage />)
  pinch()
  slide(2, 303, 300)
  expect(photo().style.transform).toContain('scale(1.03)')
  lift(1, 200, 300)
  lift(2, 303, 300)
  expect(photo().style.transform).toBe('')
  drag([300, 300], [100, 300])
  expect(turns.mock.calls).toEqual([[1]])
})

test('a third finger changes nothing, and may take the place of one that goes', () => {
  renderPage(<Stage />)
  pinch()
  put(3, 300, 500)
  slide(3, 10, 10)
  expect(photo().style.transform).toBe(twice)
  lift(1, 200, 300)
  expect(photo().style.transform).toBe(twice)
})

test('fingers that the browser takes for itself leave nothing behind', () => {
  renderPage(<Stage />)
  pinch()
  fireEvent.pointerCancel(photo(), finger(1, 200, 300))
  fireEvent.pointerCancel(photo(), finger(2, 400, 300))
  slide(1, 0, 0)
  slide(2, 0, 0)
  expect(photo().style.transform).toBe(twice)
  // A finger that went without a word is forgotten as well, when the next one comes alone.
  put(1, 300, 300)
  put(2, 350, 300)
  put(1, 300, 300)
  slide(1, 250, 300)
  expect(photo().style.transform).toBe('translate(-150px, 0px) scale(2)')
})

test('another photo under the same fingers is left as it is, also when the first comes back', () => {
  renderPage(<Stage />)
  const press = (key: string) => fireEvent.keyDown(screen.getByRole('dialog'), { key })
  pinch()
  fireEvent.click(screen.getByRole('button', { name: 'Next photo' }))
  slide(1, 0, 300)
  slide(2, 10, 300)
  lift(1, 0, 300)
  lift(2, 10, 300)
  expect(photo().style.transform).toBe('')
  expect(turns.mock.calls).toEqual([[1]])
  press('ArrowLeft')
  pinch()
  expect(photo().style.transform).toBe(twice)
})

test('a phone that is turned under two fingers lets go of them', () => {
  renderPage(<Stage />)
  pinch()
  fireEvent(window, new Event('resize'))
  slide(1, 0, 0)
  slide(2, 400, 600)
  expect(photo().style.transform).toBe(twice)
})

test('while the browser shows the page nearer, fingers on the stage are the browser’s', () => {
  const viewport = Object.assign(new EventTarget(), { scale: 1 })
  vi.stubGlobal('visualViewport', viewport)
  renderPage(<Stage />)
  const enlarge = (scale: number) =>
    act(() => {
      viewport.scale = scale
      viewport.dispatchEvent(new Event('resize'))
    })
  const touchAction = () => getComputedStyle(photo().parentElement ?? document.body).touchAction
  expect(touchAction()).toBe('pan-y')
  enlarge(2)
  expect(touchAction()).toBe('manipulation')
  pinch()
  expect(photo().style.transform).toBe('')
  enlarge(1)
  pinch()
  expect(photo().style.transform).toBe(twice)
  expect(touchAction()).toBe('none')
  vi.unstubAllGlobals()
})

test('a trackpad’s pinch, which is a wheel with Ctrl, does what two fingers do; a wheel alone does nothing', () => {
  renderPage(<Stage />)
  const turn = (deltaY: number, ctrlKey = true) => {
    // The wheel of this document knows no keys and no place.
    const wheel = Object.assign(createEvent.wheel(photo(), { deltaY }), { ctrlKey, clientX: 300, clientY: 300 })
    fireEvent(photo(), wheel)
    return wheel.defaultPrevented
  }
  expect(turn(-20, false)).toBe(false)
  expect(photo().style.transform).toBe('')
  expect(turn(-20)).toBe(true)
  expect(photo().style.transform).toMatch(/^translate\(-22\.\d+px, 0px\) scale\(1\.22\d+\)$/)
  turn(20)
  expect(photo().style.transform).toBe('')
  // Calmly, a trackpad tells of two pixels at a time.
  for (let n = 0; n < 10; n++) turn(-2)
  expect(photo().style.transform).toMatch(/scale\(1\.22\d+\)$/)
})
