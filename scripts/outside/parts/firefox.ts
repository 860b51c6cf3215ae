import { join } from 'node:path'
import * as z from 'zod'
import { Missing, type Part } from '../part.ts'
import { freePort, root, run } from '../tools.ts'

const cure = 'Debian: apt-get install firefox-esr; elsewhere FIREFOX_PATH names one'
const program = process.env.FIREFOX_PATH ?? 'firefox-esr'
/** Other journeys, as Playwright's `--grep` has it. */
const journeys = process.env.OUTSIDE_JOURNEYS

/** From the way in and a sign-up to photos that hang, a cart, a payment, a download and a balance. */
const core = ['first-sale', 'landing']

const Outcome = z.object({
  title: z.string(),
  file: z.string(),
  tests: z.array(
    z.object({
      projectName: z.string(),
      status: z.string(),
      results: z.array(z.object({ errors: z.array(z.object({ message: z.string().optional() })) })),
    }),
  ),
})
type Suite = { specs: z.infer<typeof Outcome>[]; suites?: Suite[] | undefined }
const Suite: z.ZodType<Suite> = z.lazy(() => z.object({ specs: z.array(Outcome), suites: z.array(Suite).optional() }))
/** As Playwright's JSON reporter says it (https://playwright.dev/docs/test-reporters#json-reporter). */
const Report = z.object({
  suites: z.array(Suite),
  errors: z.array(z.object({ message: z.string().optional() })),
})

const specsOf = ({ specs, suites = [] }: Suite): z.infer<typeof Outcome>[] => [...specs, ...suites.flatMap(specsOf)]
const colours = new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g')
const line = (message = ''): string => message.replaceAll(colours, '').replaceAll(/\s+/g, ' ').slice(0, 300)

/** The journeys in the Firefox that people have: Playwright's own build of it is not needed. */
export const firefox: Part = {
  name: 'firefox',
  asks: 'Do visitors, buyers and photographers get through their journeys in Firefox as people have it?',
  ask: async (scratch) => {
    const { stdout: version, code } = await run([program, '--version'], { cure })
    if (code !== 0) throw new Missing(`${program} does not start: ${cure}`)
    const wanted = journeys === undefined ? core.map((name) => `test/e2e/${name}`) : ['--grep', journeys]
    const report = await run(
      ['npx', 'playwright', 'test', '--config', 'test/e2e/playwright.config.ts', '--reporter', 'json', ...wanted],
      {
        cure: 'npm ci',
        env: {
          E2E_ENGINE: 'firefox',
          BROWSER_CHANNEL: 'moz-firefox',
          BROWSER_PATH: join(root, 'scripts/outside/plain-firefox.ts'),
          FIREFOX_PATH: program,
          E2E_PORT: String(await freePort()),
          E2E_STATE: join(scratch, 'state'),
        },
      },
    )
    const { suites, errors } = Report.parse(JSON.parse(report.stdout))
    const walked = suites
      .flatMap(specsOf)
      .flatMap(({ title, file, tests }) => tests.map((test) => ({ ...test, title: `${file}: ${title}` })))
      .filter(({ status }) => status !== 'skipped')
    return {
      judge: version.trim(),
      looked: { journeys: walked.length },
      objections: [
        ...errors.map(({ message }) => line(message)),
        ...walked
          .filter(({ status }) => status !== 'expected')
          .map(({ title, projectName, results }) => {
            const [first] = results.at(-1)?.errors ?? []
            return `${title} (${projectName}): ${line(first?.message)}`
          }),
      ],
    }
  },
}
