import { applyColorMode } from '#frontend/ui/stored-color-mode.ts'
import { interactiveEvent } from './interactive-event.ts'

/**
 * The first script of a page, a few hundred bytes. The build makes it run what `main.tsx` imports, file by file, and
 * `main.tsx` at last: each in a task of its own, between which a touch or a scroll is answered. In one task they would
 * hold a slow phone for a third of a second. The files are on their way already, by links in the page.
 */
declare const filesInTurn: readonly string[]

// The earliest moment at which a chosen colour mode can be known: nothing in the HTML may be a script.
applyColorMode()

// A page that came as HTML can be touched before anything answers: what was pressed meanwhile is pressed again then.
// Links lead on by themselves.
const pressed = new Set<HTMLButtonElement>()
const keep = ({ target }: MouseEvent) => {
  const button = target instanceof Element ? target.closest('button') : null
  if (button) pressed.add(button)
}
addEventListener('click', keep, true)
addEventListener(
  interactiveEvent,
  () => {
    removeEventListener('click', keep, true)
    for (const button of pressed) button.click()
  },
  { once: true },
)

const restartedKey = 'restarted_without_files'

/** Without its files a page can be read, and nothing else: asks for all once more, when there is a connection. */
const restart = () => {
  if (!navigator.onLine) addEventListener('online', () => location.reload(), { once: true })
  else if (sessionStorage.getItem(restartedKey) === null) {
    sessionStorage.setItem(restartedKey, 'yes')
    location.reload()
  }
}

try {
  for (const file of filesInTurn) {
    await import(/* @vite-ignore */ file)
    await new Promise((resolve) => setTimeout(resolve))
  }
  sessionStorage.removeItem(restartedKey)
} catch (thrown) {
  restart()
  throw thrown
}
