import { addTypefaces } from '#frontend/ui/add-typefaces.ts'
import { nextTask } from '#frontend/ui/next-task.ts'
import { applyColorMode } from '#frontend/ui/stored-color-mode.ts'
import { asNeeded, laterLinksId } from '#schema/served-pages.ts'
import { addressHere } from './address-here.ts'
import { interactiveEvent } from './interactive-event.ts'
import { lendStorage } from './lend-storage.ts'

/**
 * The first script of a page, a few hundred bytes. The build fills this list with the files that `main.tsx` imports,
 * and `main.tsx` last.
 * Each file runs in a task of its own, so that touches and scrolling are answered in between: run in one task they
 * would block a slow phone for a third of a second. Links in the page start the downloads.
 */
declare const filesInTurn: readonly string[]

const isForgetful = lendStorage()

// Applied here because the page's HTML may hold no script, so this is the earliest moment at which the chosen colour
// mode is known.
applyColorMode()

// What the page's HTML was drawn for: Back may lead to another address before the application runs.
document.documentElement.dataset.drawnFor = addressHere()

// Buttons of server-rendered HTML can be pressed before the application runs. Those presses are remembered and repeated
// once it does. Links work without it.
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
    // What describes the site for a phone's home screen.
    document.head.append(...(later?.children ?? []))
  },
  { once: true },
)

// Typefaces and links that wait behind a page's first picture. They mean nothing in a template, and are followed from
// here on, each in a task of its own: a slow phone takes 5 ms to send a request. The manifest is left for later.
const template = document.getElementById(laterLinksId)
const later = template instanceof HTMLTemplateElement ? template.content : undefined
for (const element of [...(later?.children ?? [])]) {
  if (element.matches('[rel=manifest]')) continue
  element.remove()
  if (element.matches(`style:not([${asNeeded}])`)) void addTypefaces(element)
  else document.head.append(element)
  await nextTask()
}

// This script runs as soon as it is there; what follows needs all of the page.
if (document.readyState === 'loading')
  await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }))

const restartedKey = 'restarted_without_files'
const typedKey = 'typed_before_restart'

/** Passwords are not kept, not even for a moment. */
const fields = () => [...document.querySelectorAll<HTMLInputElement>('#root :is(input:not([type=password]), textarea)')]
const keepTyped = () =>
  sessionStorage.setItem(typedKey, JSON.stringify([location.href, ...fields().map(({ value }) => value)]))
const reload = () => {
  // What is typed until the new page has come is kept as well.
  addEventListener('pagehide', keepTyped)
  try {
    keepTyped()
  } finally {
    location.reload()
  }
}
const [address, ...typed]: string[] = JSON.parse(sessionStorage.getItem(typedKey) ?? '[]')
sessionStorage.removeItem(typedKey)
if (address === location.href) {
  // Where nothing was typed anew meanwhile.
  for (const [index, field] of fields().entries())
    if (field.value === field.defaultValue) field.value = typed[index] ?? field.value
}

/**
 * Reloads the page when a file could not be loaded, since it can only be read then: once while online, or as soon as
 * the connection is back. What was typed is there again. Not where nothing outlasts a reload: it would go on for ever.
 */
const restart = () => {
  if (!navigator.onLine) addEventListener('online', reload, { once: true })
  else if (!isForgetful && sessionStorage.getItem(restartedKey) === null) {
    sessionStorage.setItem(restartedKey, 'yes')
    reload()
  }
}

try {
  for (const file of filesInTurn) {
    await import(/* @vite-ignore */ file)
    await nextTask()
  }
  sessionStorage.removeItem(restartedKey)
} catch (thrown) {
  restart()
  throw thrown
}
