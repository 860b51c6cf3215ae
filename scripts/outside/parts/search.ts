import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Part } from '../part.ts'
import { testsOf } from '../test-report.ts'
import { freePort, maven, run, served } from '../tools.ts'

const version = '2.19.0'
const file = 'test/functions/galleries/open-search.test.ts'

/** The market's search, with a real OpenSearch in the place of the stand-in of the unit tests. */
export const search: Part = {
  name: 'search',
  asks: 'Does OpenSearch itself keep what the market’s search promises (the contract of the unit tests, over HTTP)?',
  ask: async (scratch) => {
    const home = await maven('opensearch', 'scripts/outside/opensearch.xml')
    const url = `http://127.0.0.1:${await freePort()}`
    const node = ['scripts/outside/OpenSearchNode.java', scratch, new URL(url).port, String(await freePort())]
    const outcome = join(scratch, 'report.json')
    await served({ command: ['java', '-Xmx1g', '-cp', `${home}/*`, ...node], url }, () =>
      run(['npx', 'vitest', 'run', '--project', 'unit', '--reporter=json', `--outputFile=${outcome}`, file], {
        cure: 'npm ci',
        env: { OPENSEARCH_URL: url },
      }),
    )
    const { files, passed, failed } = testsOf(await readFile(outcome, 'utf8'))
    return {
      judge: `OpenSearch ${version}`,
      looked: { files, 'promises that were kept': passed },
      objections: failed,
    }
  },
}
