import { spawnSync } from 'node:child_process'

// Two programs, because a browser's globals must not type-check in a Lambda, nor Node's in a browser.
const failures = ['tsconfig.json', 'frontend/tsconfig.json'].filter(
  (project) => spawnSync('tsc', ['--project', project], { stdio: 'inherit' }).status !== 0,
)

process.exitCode = failures.length === 0 ? 0 : 1
