/**
 * Milliseconds: the list of a gallery's photos is read from an index, which follows the photos themselves. Mostly within a
 * second, but nothing promises it.
 */
export const listLagMs = 1_500
/** What still lags then has come in by now. */
export const longListLagMs = 10_000
