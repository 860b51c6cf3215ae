import type { Page } from '@playwright/test'

/** What `places` says where no message stands. */
export const nothingSaid = 'Nothing is said.'

/**
 * Where the message stands, and what can be pressed or typed into in the first element that a selector finds, from the
 * window's edges; in one look, for a message goes after a while.
 */
export const places = (page: Page, within = 'main') =>
  page.evaluate(
    ([selector, nothing]) => {
      const boxOf = (element: Element) => {
        const { left, right, top, bottom } = element.getBoundingClientRect()
        return { left, right, top, bottom }
      }
      const said = document.querySelector('[aria-label=Notifications] [data-kind]')
      if (!said) throw new Error(nothing)
      const around = document.querySelector(selector)
      if (!around) throw new Error(`There is no ${selector}.`)
      const controls = [...around.querySelectorAll('a, button, input, select, textarea')].filter(
        (each) => each.checkVisibility() && !said.contains(each),
      )
      const room = { up: -scrollY, down: document.documentElement.scrollHeight - innerHeight - scrollY }
      return { said: boxOf(said), controls: controls.map(boxOf), room }
    },
    [within, nothingSaid] as const,
  )
export type Places = Awaited<ReturnType<typeof places>>
type Box = Places['said']

const isOver = (a: Box, b: Box) => a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top
/** The controls on which the message lies. */
export const hiddenIn = ({ said, controls }: Pick<Places, 'said' | 'controls'>) =>
  controls.filter((each) => isOver(said, each))
