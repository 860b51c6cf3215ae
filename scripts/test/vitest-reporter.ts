import type { Reporter, SerializedError, TestModule } from 'vitest/node'
import { type Failure, failure, writeReport } from './report.ts'

const failuresOf = (titles: readonly string[], errors: readonly SerializedError[]): Failure[] =>
  errors.map(({ stack, message }) => failure(titles, stack || message))

/** What broke first: the file, then what prepares its tests, then the tests. */
const failuresIn = (module: TestModule): Failure[] => {
  const file = module.relativeModuleId
  const hooks = [...module.children.allSuites()].flatMap((suite) =>
    failuresOf([file, ...suite.fullName.split(' > ')], suite.errors()),
  )
  const tests = [...module.children.allTests('failed')].flatMap((test) =>
    failuresOf([file, ...test.fullName.split(' > ')], (test.result().errors ?? []).slice(0, 1)),
  )
  const found = [...failuresOf([file], module.errors()), ...hooks, ...tests]
  const isWhole = module.state() === 'passed' || module.state() === 'skipped'
  return found.length > 0 || isWhole ? found : [failure([file], 'It ended before its tests did.')]
}

/** Reports to `npm test`. */
export default class VitestReporter implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]) {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const countOf = (state: string) => tests.filter((test) => test.result().state === state).length
    await writeReport({
      passed: countOf('passed'),
      skipped: countOf('skipped') + countOf('pending'),
      failures: [...failuresOf(['outside of any test'], unhandled), ...modules.flatMap(failuresIn)],
    })
  }
}
