// Runs in the page that is measured, before its own scripts: keeps what the browser reports of shifts and touches.
let shift = 0
let durations = []

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value
}).observe({ type: 'layout-shift', buffered: true })

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.interactionId > 0) durations.push(entry.duration)
}).observe({ type: 'event', durationThreshold: 16 })

// Frames that took over 50 ms, and for how long one task of them kept everything else from running beyond that. Of a frame
// that waited for the picture before it, as where pictures are painted without a graphics processor, that is nothing:
// https://w3c.github.io/long-animation-frames/
// And what of it is known to be the page's: its scripts (the browser names those of 5 ms and more) and its drawing.
const longFrames = []
new PerformanceObserver((list) => {
  for (const { startTime, duration, blockingDuration, renderStart, scripts } of list.getEntries()) {
    const drawn = renderStart > 0 ? startTime + duration - renderStart : 0
    const before = scripts.filter((script) => renderStart === 0 || script.startTime < renderStart)
    const ownMs = before.reduce((sum, script) => sum + script.duration, drawn)
    longFrames.push({ at: startTime, ms: duration, blockedMs: blockingDuration, ownMs })
  }
}).observe({ type: 'long-animation-frame' })

const nextFrames = async () => {
  // The browser reports an interaction once its picture was shown; two frames more are sure to be later.
  for (let frame = 0; frame < 2; frame++)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))
}

window.pageWatch = {
  shift: () => shift,
  /** Those since it was last asked. */
  longFrames: () => longFrames.splice(0),
  /** How many photos have been scrolled to, in twenties, and how many the list has: what a page is not laid out for. */
  wall: () => ({
    seen:
      Number(document.querySelector('nav[aria-label="Pages"] [aria-current=page]').textContent.match(/\d+/)[0]) * 20,
    of: Number(document.querySelector('ul[aria-label="Photos"] > li').getAttribute('aria-setsize')),
  }),
  /** Those of the wall that have come. */
  pictures: () =>
    [...document.querySelectorAll('ul[aria-label="Photos"] > li img')]
      .filter(({ complete, naturalWidth }) => complete && naturalWidth > 0)
      .map(({ currentSrc, width, height }) => ({ src: currentSrc, width, height })),
  /** Milliseconds until the window is filled with photos whose pictures have come, and until all of each is drawn. */
  filled: async () => {
    const begun = performance.now()
    const isFilled = (part) => {
      const list = document.querySelector('ul[aria-label="Photos"]')
      const boxes = [...list.children].map((tile) => ({ tile, box: tile.getBoundingClientRect() }))
      const shown = boxes.filter(({ box }) => box.bottom > 0 && box.top < innerHeight)
      // Rows follow each other: between two that are drawn none is left out for long.
      const covered = shown.reduce((sum, { box }) => sum + box.width * box.height, 0)
      const all = list.getBoundingClientRect()
      const visible = Math.min(all.bottom, innerHeight) - Math.max(all.top, 0)
      return covered > 0.8 * list.clientWidth * visible && shown.every(({ tile }) => part(tile))
    }
    const until = async (part) => {
      while (!isFilled(part) && performance.now() - begun < 10_000)
        await new Promise((resolve) => setTimeout(resolve, 50))
      return performance.now() - begun
    }
    const pictures = await until((tile) => tile.querySelector('img')?.complete)
    return { pictures, whole: await until((tile) => tile.querySelector('[data-part=heart]') !== null) }
  },
  forget: () => {
    durations = []
  },
  /** The longest since `forget`; below a frame, 16 ms, the browser reports nothing. */
  longestTouch: async () => {
    await nextFrames()
    return Math.max(16, ...durations)
  },
}
