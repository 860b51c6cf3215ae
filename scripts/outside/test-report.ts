import * as z from 'zod'

/** As Vitest's JSON reporter says it. */
const Report = z.object({
  numPassedTests: z.int(),
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      status: z.string(),
      assertionResults: z.array(
        z.object({ fullName: z.string(), status: z.string(), failureMessages: z.array(z.string()).default([]) }),
      ),
    }),
  ),
})

/** What a run of tests said in JSON: how much it looked at, and one line for each that failed. */
export const testsOf = (report: string): { files: number; passed: number; failed: string[] } => {
  const { numPassedTests, testResults } = Report.parse(JSON.parse(report))
  const failed = testResults.flatMap(({ name, message = '', status, assertionResults }) => {
    const file = name.replace(/^.*\/test\//, '')
    const tests = assertionResults
      .filter((each) => each.status === 'failed')
      .map(({ fullName, failureMessages: [why = ''] }) => `${file}: ${fullName}: ${why.split('\n')[0]?.slice(0, 300)}`)
    return status === 'failed' && tests.length === 0 ? [`${file}: ${message.slice(0, 300)}`] : tests
  })
  return { files: testResults.length, passed: numPassedTests, failed }
}
