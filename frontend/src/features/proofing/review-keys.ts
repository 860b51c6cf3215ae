/** Arrows go from card to card; up and down find the card above or below. */
export const moveFocus = (list: HTMLElement, key: string) => {
  const openers = [...list.querySelectorAll<HTMLElement>('[data-opener]')]
  const at = openers.findIndex((opener) => opener.closest('li')?.contains(document.activeElement))
  const columns = getComputedStyle(list).gridTemplateColumns.split(' ').length
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowRight: 1,
    ArrowUp: -columns,
    ArrowDown: columns,
  }
  openers[at + (steps[key] ?? 0)]?.focus()
}

/** Keys typed into a field are left to the field. */
export const isTyping = (target: EventTarget) =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'checkbox')
