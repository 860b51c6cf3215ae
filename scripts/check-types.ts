import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { innermost } from './compiler/innermost.ts'

/** `npm run types`: each place with the sentence that matters. `npm run types -- --whole` prints all that the compiler says. */
const isWhole = process.argv.includes('--whole')

// Two programs, because a browser's globals must not type-check in a Lambda, nor Node's in a browser.
const programs = [
  { project: 'tsconfig.json', memory: 'everything' },
  { project: 'frontend/tsconfig.json', memory: 'frontend' },
]

// What the compiler found out about unchanged files is kept for the next run: a quarter of the work.
const memories = 'node_modules/.cache/types'
mkdirSync(memories, { recursive: true })
const failures = programs.filter(({ project, memory }) => {
  const kept = ['--incremental', '--tsBuildInfoFile', `${memories}/${memory}.tsbuildinfo`]
  const { status, stdout, stderr, error } = spawnSync('tsc', ['--project', project, '--pretty', 'false', ...kept], {
    encoding: 'utf8',
    maxBuffer: 67_108_864,
  })
  const printed = `${stdout ?? ''}${stderr ?? ''}${error?.message ?? ''}`.trim()
  if (printed !== '') console.error(isWhole ? printed : innermost(printed))
  return status !== 0
})
if (failures.length > 0 && !isWhole) console.error('\n`npm run types -- --whole` prints all that the compiler says.')

process.exitCode = failures.length === 0 ? 0 : 1
