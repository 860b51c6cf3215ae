/** Width over height of each print that is shown, in their order. */
export const shapesShown = (within: Element = document.body): number[] =>
  [...within.querySelectorAll<HTMLElement>('[data-print]')].map(({ style }) => Number.parseFloat(style.aspectRatio))
