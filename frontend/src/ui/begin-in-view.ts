/**
 * The `ref` of what takes the place of a long part of the same page: who had scrolled down in that would stand in the
 * middle of it. Its beginning comes into view; where that is in view already, nothing moves.
 */
export const beginInView = (part: HTMLElement | null) => {
  if (part && part.getBoundingClientRect().top < 0) part.scrollIntoView({ block: 'start', behavior: 'instant' })
}
