import { type SyntheticEvent, useLayoutEffect, useRef } from 'react'

const anyControl = ':is(a[href], button, input, select, textarea):not([disabled])'
const rowOf = (control: Element) => control.closest('li')

/** What may have the focus when `pressed` is gone, the best first: its own row keeps it, and a row gives it to the next one. */
const neighboursOf = (pressed: HTMLElement, place: Element): HTMLElement[] => {
  const controls = [...place.querySelectorAll<HTMLElement>(anyControl)]
  const at = controls.indexOf(pressed)
  const nearest = [...controls.slice(at + 1), ...controls.slice(0, at).reverse()]
  const row = rowOf(pressed)
  // A button for the whole must not leave the focus on one that deletes a single row.
  if (!row) return nearest.filter((control) => !rowOf(control))
  return [...nearest.filter((control) => row.contains(control)), ...nearest.filter((control) => !row.contains(control))]
}

/**
 * For a place in which what is pressed may go away: a row that is removed, a button that has done its work. The focus that
 * would be lost with it goes to a neighbour. To be given to the element around all of it, by the component that draws it.
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
    onClickCapture: ({ currentTarget: place }: SyntheticEvent) => {
      const pressed = document.activeElement
      const isOwn = pressed instanceof HTMLElement && place.contains(pressed)
      noted.current = isOwn ? { pressed, neighbours: neighboursOf(pressed, place) } : undefined
    },
  }
}
