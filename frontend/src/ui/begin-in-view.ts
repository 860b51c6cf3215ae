import { focusHeading } from './focus-heading.ts'

/**
 * The `ref` of what takes the place of a long part of the same page: who had scrolled down in that would stand in the
 * middle of it. Its beginning comes into view; where that is in view already, nothing moves. The focus, which was on
 * what has gone, moves to its heading.
 */
export const beginInView = (part: HTMLElement | null) => {
  if (!part) return
  if (part.getBoundingClientRect().top < 0) part.scrollIntoView({ block: 'start', behavior: 'instant' })
  const heading = part.querySelector<HTMLElement>('h1, h2')
  if (heading && document.activeElement === document.body) focusHeading(heading)
}
