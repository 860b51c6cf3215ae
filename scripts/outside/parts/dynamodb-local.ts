import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Part } from '../part.ts'
import { testsOf } from '../test-report.ts'
import { freePort, maven, run, served } from '../tools.ts'

const version = '2.6.1'

/** One file after the other: each begins by making the market's table anew, and there is one database for all. */
const tests = ['npx', 'vitest', 'run', '--project', 'integration', '--maxWorkers=1', '--reporter=json'] as const

/** The whole product over HTTP, with AWS's own DynamoDB in the place of the packaged one. */
export const dynamodbLocal: Part = {
  name: 'dynamodb-local',
  asks: 'Does the product work with AWS’s own DynamoDB (DynamoDB Local), from the table’s contract to refunds?',
  ask: async (scratch) => {
    const home = await maven('dynamodb-local', 'scripts/outside/dynamodb-local.xml')
    const url = `http://127.0.0.1:${await freePort()}`
    const server = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner'
    const inMemory = ['-inMemory', '-sharedDb', '-port', new URL(url).port]
    const outcome = join(scratch, 'report.json')
    const command = ['java', `-Djava.library.path=${home}`, '-cp', `${home}/*`, server, ...inMemory]
    await served({ command, url }, () =>
      run([...tests, `--outputFile=${outcome}`], { cure: 'npm ci', env: { DYNAMODB_ENDPOINT: url } }),
    )
    const { files, passed, failed } = testsOf(await readFile(outcome, 'utf8'))
    return {
      judge: `DynamoDB Local ${version}`,
      looked: { files, 'tests that passed': passed },
      objections: failed,
    }
  },
}
