/**
 * To be called as a control goes away that was pressed: who presses with a key goes on from `to`. Whoever points needs no
 * focus, and a field that has it would open the keyboard of a phone.
 */
export const handFocus = (to: HTMLElement | null | undefined) => {
  if (document.activeElement?.matches(':focus-visible')) to?.focus()
}
