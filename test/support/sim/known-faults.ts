/**
 * What the product is known to do wrong today, each left out of the chaos or of the judgement until it is mended. The
 * list is to be empty: `test/sim/market.sim.test.ts` says when it is not.
 */
export const knownFaults = {
  /** A refund that fails lets later ones of the same charge be spread anew. */
  failedRefundsAreForgotten: true,
  /** A dispute that is won in part is credited in full. */
  partialWinsAreWhole: true,
  /** A code's use comes back when its order is given up, and is not taken again when that is paid after all. */
  lateUsesAreForgotten: true,
} as const satisfies Record<string, boolean>
