/** What a person does who goes on by herself. */
const acts = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const

/** Calls `stop` once a person acts, and at the latest after this many milliseconds; the answer calls it at once. */
export const whileUntouched = (milliseconds: number, stop: () => void): (() => void) => {
  const timer = setTimeout(end, milliseconds)
  for (const act of acts) addEventListener(act, end, { passive: true })
  function end() {
    clearTimeout(timer)
    for (const act of acts) removeEventListener(act, end)
    stop()
  }
  return end
}
