import { type SyntheticEvent, useLayoutEffect, useRef } from 'react'

const anyControl = ':is(a[href], button, input, select, textarea):not([disabled])'
const rowOf = (control: Element) => control.closest('li')
/** Takes its row, or all choices, away: to be pressed for that alone, and by nobody who has pressed something else. */
const isRemover = (control: Element) => control.matches('[data-part=remove]')

/** What may have the focus when `pressed` is gone, the best first: its own row keeps it, and a row gives it to the next one. */
const neighboursOf = (pressed: HTMLElement, place: Element): HTMLElement[] => {
  const controls = [...place.querySelectorAll<HTMLElement>(anyControl)]
  const at = controls.indexOf(pressed)
  const others = [...controls.slice(at + 1), ...controls.slice(0, at).reverse()]
  const nearest = isRemover(pressed) ? others : others.filter((control) => !isRemover(control))
  const row = rowOf(pressed)
  // A button for the whole must not leave the focus on one that deletes a single row.
  if (!row) return nearest.filter((control) => !rowOf(control))
  return [...nearest.filter((control) => row.contains(control)), ...nearest.filter((control) => !row.contains(control))]
}

/**
 * For a place in which a button that is pressed may go away: with its row, or because it has done its work. The focus of
 * whoever presses with a key, which would be lost with it, goes to a neighbour. Not what is typed into: the next letter
 * would press a button. Nor is it for who points: a field would open a phone's keyboard. To be given to the element around
 * all of it, by the component that draws it.
 */
export const useFocusNeighbour = () => {
  const noted = useRef<{ pressed: Element; neighbours: readonly HTMLElement[] }>(undefined)
  useLayoutEffect(() => {
    if (!noted.current || noted.current.pressed.isConnected) return
    const next = noted.current.neighbours.find(({ isConnected }) => isConnected)
    noted.current = undefined
    // The person, or another part, may have moved it elsewhere.
    if (document.activeElement === document.body) next?.focus()
  })
  return {
    onClickCapture: ({ currentTarget: place, target }: SyntheticEvent) => {
      const pressed = target instanceof Element ? target.closest<HTMLElement>('button, a[href]') : null
      noted.current = undefined
      if (!pressed?.matches(':focus-visible') || !place.contains(pressed)) return
      noted.current = { pressed, neighbours: neighboursOf(pressed, place) }
    },
  }
}
