import { act, fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { Lightbox } from '#frontend/ui/lightbox.tsx'
import type { Picture } from '#schema/api/views.ts'
import { aPicture } from '#test/support/frontend/builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

/** The picture of one photo, in all sizes and formats that a browser may choose from. */
const pictureOf = (n: number): Picture => {
  const { sources, ...rest } = aPicture({ imageUrl: `/media/${String(n)}.jpg` })
  return { ...rest, sources: sources.map((source) => ({ ...source, url: source.url.replace('photo', String(n)) })) }
}
const photosOf = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: String(index + 1),
    title: `Photo ${String(index + 1)}`,
    description: '',
    picture: pictureOf(index + 1),
  }))

const Viewer = ({ count, first }: { count: number; first: number }) => {
  const [index, setIndex] = useState<number | undefined>(first - 1)
  if (index === undefined) return null
  return (
    <Lightbox
      photos={photosOf(count)}
      index={index}
      count={count}
      onMove={setIndex}
      onClose={() => setIndex(undefined)}
      actions={null}
      hasShow
    />
  )
}
const open = (count: number, first = 1) => renderPage(<Viewer count={count} first={first} />)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

/** A browser that can fill the screen; the DOM of these tests cannot. */
const withFullScreen = () => {
  let full: Element | null = null
  const become = (element: Element | null) => async () => {
    full = element
    document.dispatchEvent(new Event('fullscreenchange'))
  }
  const ask = vi.fn(become(document.documentElement))
  const leave = vi.fn(become(null))
  Object.defineProperties(document, {
    fullscreenEnabled: { value: true, configurable: true },
    fullscreenElement: { get: () => full, configurable: true },
    exitFullscreen: { value: leave, configurable: true },
  })
  Object.defineProperty(document.documentElement, 'requestFullscreen', { value: ask, configurable: true })
  return { ask, leave, pressEscape: become(null) }
}
afterEach(() => {
  for (const name of ['fullscreenEnabled', 'fullscreenElement', 'exitFullscreen'])
    Reflect.deleteProperty(document, name)
  Reflect.deleteProperty(document.documentElement, 'requestFullscreen')
})

test('the viewer takes the whole screen, and gives it back by the same button', async () => {
  const { ask, leave } = withFullScreen()
  open(3)

  press('Full screen')
  await screen.findByRole('button', { name: 'Leave full screen' })
  expect(ask).toHaveBeenCalledOnce()
  press('Leave full screen')

  expect(await screen.findByRole('button', { name: 'Full screen' })).toBeTruthy()
  expect(leave).toHaveBeenCalledOnce()
})

test('a viewer that is closed gives the screen back', async () => {
  const { leave } = withFullScreen()
  open(3)
  press('Full screen')
  await screen.findByRole('button', { name: 'Leave full screen' })

  press('Close')

  expect(screen.queryByRole('dialog')).toBeNull()
  expect(leave).toHaveBeenCalledOnce()
  expect(document.fullscreenElement).toBeNull()
})

test('a screen that the browser gave back by itself is asked for anew, and not given back twice', async () => {
  const { leave, pressEscape } = withFullScreen()
  open(3)
  press('Full screen')
  await screen.findByRole('button', { name: 'Leave full screen' })

  await act(pressEscape)
  expect(screen.getByRole('button', { name: 'Full screen' })).toBeTruthy()
  press('Close')

  expect(leave).not.toHaveBeenCalled()
})

test('where a browser cannot fill the screen, that is not offered', () => {
  open(3)

  expect(screen.getByRole('button', { name: 'Close' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /full screen/i })).toBeNull()
})

/** What a browser chooses a photo's file by; two that are alike choose the same one. */
const choiceOf = (n: number) => {
  const image = screen.getByRole('dialog').querySelector(`img[src="/media/${String(n)}.jpg"]`)
  const told = ['type', 'src', 'srcset', 'sizes', 'loading'] as const
  return [...(image?.parentElement?.children ?? [])].map((part) => told.map((name) => part.getAttribute(name)))
}

test('the photos beside the open one are loaded already, as they will be shown', () => {
  // They are on their way: in a DOM without a network all have failed.
  vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false)
  open(4, 2)
  const [before, after] = [choiceOf(1), choiceOf(3)]
  expect(before.at(-1)).toEqual([null, '/media/1.jpg', expect.stringContaining('2048w'), '100vw', 'eager'])
  expect(after.length).toBeGreaterThan(1)
  expect(choiceOf(4)).toEqual([])

  press('Next photo')
  expect(screen.getByRole('dialog', { name: 'Photo viewer: Photo 3' })).toBeTruthy()
  expect(screen.getByAltText('Photo 3').getAttribute('src')).toBe('/media/3.jpg')
  expect(choiceOf(3)).toEqual(after)
  press('Previous photo')
  press('Previous photo')

  expect(screen.getByAltText('Photo 1').getAttribute('src')).toBe('/media/1.jpg')
  expect(choiceOf(1)).toEqual(before)
})
