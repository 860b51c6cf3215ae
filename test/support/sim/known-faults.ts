/**
 * What the product is known to do wrong today, each left out of the chaos or of the judgement until it is mended. The
 * list is to be empty.
 */
export const knownFaults = {
  /** A code's use comes back when its order is given up, and is not taken again when that is paid after all. */
  lateUsesAreForgotten: true,
} as const satisfies Record<string, boolean>
