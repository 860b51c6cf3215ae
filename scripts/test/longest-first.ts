import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files that take a minute and more of a core. On a machine that has not run them before, Vitest goes by size, and these
 * are small: the year of the demo market came last, and one core had nothing to do beside it.
 */
export const longest = [
  'demo-year.test.ts',
  'fuzz.test.ts',
  'ops.test.ts',
  'request-costs.test.ts',
  'one-address.test.ts',
]

/** Starts the long files first, so that all workers end at about the same time. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const rank = ({ moduleId }: TestSpecification) => {
      const place = longest.indexOf(basename(moduleId))
      return place === -1 ? longest.length : place
    }
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}
