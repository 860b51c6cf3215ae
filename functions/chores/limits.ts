/**
 * How long a run of the timed job goes on: half of what its function may take (lib/work/chores.ts), since a chore that is begun
 * last and does not ask has as long again. Runs begin every minute, so that four work at once while there is more to do than
 * one of them does.
 */
export const runMs = 240_000
