/** What one judge found. */
export type Found = {
  /** The judge by name and version. */
  readonly judge: string
  /** What was held against it, in numbers; a part that looked at nothing is not green. */
  readonly looked: Readonly<Record<string, number>>
  /** What it objects to, one line each. */
  readonly objections: readonly string[]
}

/** A judge of one kind; it has a scratch folder of its own, which goes afterwards. */
export type Part = {
  readonly name: string
  readonly asks: string
  /** @throws Missing where a tool is not there; whatever else it throws is a part that could not be asked. */
  readonly ask: (scratch: string) => Promise<Found>
}

/** A tool that this machine lacks. The message says which, and how to get it. */
export class Missing extends Error {
  override name = 'Missing'
}

export type Verdict = 'agrees' | 'objects' | 'was not asked'

/** A judge that was shown nothing has not agreed to anything. */
export const verdictOf = ({ looked, objections }: Found): Verdict => {
  if (objections.length > 0) return 'objects'
  const counts = Object.values(looked)
  return counts.length > 0 && counts.every((count) => count > 0) ? 'agrees' : 'was not asked'
}
