/**
 * At least so far from an edge of the window, and clear of what a phone has there: its notch, or the line that leads home.
 * The page reaches below both (`viewport-fit=cover` in `index.html`), so that photos and grounds go to the edges.
 * @param least A length.
 */
export const clearOf = (edge: 'left' | 'right' | 'bottom', least: string) =>
  `max(${least}, env(safe-area-inset-${edge}))`
