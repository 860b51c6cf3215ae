import { relative } from 'node:path'
import type { Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { type Failure, failure, writeReport } from './report.ts'

const messageOf = ({ message, value }: TestError) => message ?? value ?? 'It gave no reason.'

/** Reports to `npm test`. A journey that passed at a second try has failed: whoever is refused once does not come back. */
export default class PlaywrightReporter implements Reporter {
  private root: Suite | undefined
  private readonly errors: Failure[] = []

  onBegin(_config: unknown, root: Suite) {
    this.root = root
  }

  onError(error: TestError) {
    this.errors.push(failure(['outside of any journey'], messageOf(error)))
  }

  async onEnd() {
    const journeys = this.root?.allTests() ?? []
    const ended = (...outcomes: ReturnType<TestCase['outcome']>[]) =>
      journeys.filter((journey) => outcomes.includes(journey.outcome()))
    await writeReport({
      passed: ended('expected').length,
      skipped: ended('skipped').length,
      failures: [...this.errors, ...ended('unexpected', 'flaky').map(failureOf)],
    })
  }
}

const failureOf = (journey: TestCase): Failure => {
  const [, project = '', , ...titles] = journey.titlePath()
  const { file, line } = journey.location
  const errors = journey.results.flatMap((result) => result.errors)
  return failure(
    [project, `${relative(process.cwd(), file)}:${line}`, ...titles],
    errors[0] ? messageOf(errors[0]) : 'It ended before it was through.',
  )
}
