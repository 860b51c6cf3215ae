// Sums in whole pence for the model. They are written from the rules alone, and on purpose in another way than the
// product's: fractions are integers over a common denominator, nothing is ever a float.

/** The nearest whole number to `over / under`, a half upwards; both whole and not negative, `under` above 0. */
export const halfUp = (over: number, under: number): number => {
  const whole = Math.trunc(over / under)
  const rest = over - whole * under
  return rest * 2 >= under ? whole + 1 : whole
}

/**
 * `totalPence` in parts as large as `weights`, by largest remainder: each part gets its whole pence, and what is left
 * goes a penny each to the parts with the largest remainder, to the earlier part where two are equal. The parts sum to
 * the whole. Weights that are all 0 take nothing, and then nothing may be given.
 */
export const inParts = (totalPence: number, weights: readonly number[]): number[] => {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  if (sum === 0) {
    if (totalPence !== 0) throw new Error(`${totalPence}p and nobody to take it`)
    return weights.map(() => 0)
  }
  const parts = weights.map((weight, place) => {
    const whole = Math.trunc((totalPence * weight) / sum)
    return { place, whole, rest: totalPence * weight - whole * sum }
  })
  const left = totalPence - parts.reduce((all, { whole }) => all + whole, 0)
  const lucky = new Set(
    [...parts]
      .sort((a, b) => b.rest - a.rest || a.place - b.place)
      .slice(0, left)
      .map(({ place }) => place),
  )
  return parts.map(({ place, whole }) => whole + (lucky.has(place) ? 1 : 0))
}

export const total = (amounts: Iterable<number>): number => {
  let all = 0
  for (const amount of amounts) all += amount
  return all
}
