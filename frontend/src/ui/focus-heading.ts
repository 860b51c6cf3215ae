/** Has a heading read out; it is no stop on the way with Tab. */
export const focusHeading = (heading: HTMLElement) => {
  heading.tabIndex = -1
  heading.style.outline = 'none'
  heading.focus({ preventScroll: true })
}
