import { formatCount } from '#schema/counts.ts'

/** "Harbour, Pier and 460 more": what a mail names of many. */
export const listed = (names: readonly string[], more: number): string =>
  more === 0 ? names.join(', ') : `${names.join(', ')} and ${formatCount(more)} more`
