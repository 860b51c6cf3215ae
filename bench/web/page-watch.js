// Runs in the page that is measured, before its own scripts: keeps what the browser reports of shifts and touches.
let shift = 0
let durations = []

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) shift += entry.value
}).observe({ type: 'layout-shift', buffered: true })

new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (entry.interactionId > 0) durations.push(entry.duration)
}).observe({ type: 'event', durationThreshold: 16 })

const nextFrames = async () => {
  // The browser reports an interaction once its picture was shown; two frames more are sure to be later.
  for (let frame = 0; frame < 2; frame++)
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 100)))
}

window.pageWatch = {
  shift: () => shift,
  forget: () => {
    durations = []
  },
  /** The longest since `forget`; below a frame, 16 ms, the browser reports nothing. */
  longestTouch: async () => {
    await nextFrames()
    return Math.max(16, ...durations)
  },
}
