import { vi } from 'vitest'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

/** Canvases that note what is drawn on them, and give a picture of one dot. `vi.restoreAllMocks` takes them away. */
export const fakeCanvas = () => {
  const drawn = { texts: [] as string[], squares: 0 }
  const context = {
    fillRect: () => {
      drawn.squares += 1
    },
    fillText: (text: string) => drawn.texts.push(text),
    measureText: (text: string) => ({ width: text.length * 38 }),
  }
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(Object.assign(Object.create(null), context))
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => {
    const bytes = Uint8Array.from(atob(dot), (char) => char.charCodeAt(0))
    done(new Blob([bytes], { type: 'image/png' }))
  })
  return drawn
}
