/** What a person does who goes on by herself; a finger that lay on the page before only moves. */
const acts = ['pointerdown', 'keydown', 'wheel', 'touchstart', 'touchmove'] as const

/**
 * Calls `stop` once a person acts, and at the latest after this many milliseconds, which may be `Infinity`; the answer
 * calls it at once.
 * @param signs The acts that count, if not all.
 */
export const whileUntouched = (
  milliseconds: number,
  stop: () => void,
  signs: readonly (typeof acts)[number][] = acts,
): (() => void) => {
  const timer = Number.isFinite(milliseconds) ? setTimeout(end, milliseconds) : undefined
  for (const sign of signs) addEventListener(sign, end, { passive: true })
  function end() {
    clearTimeout(timer)
    for (const sign of signs) removeEventListener(sign, end)
    stop()
  }
  return end
}
