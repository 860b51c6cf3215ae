import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Runs after `npm install` in a checkout: git looks for its hooks in the folder that is part of the repository. */
if (existsSync('.git')) spawnSync('git', ['config', 'core.hooksPath', '.githooks'], { stdio: 'inherit' })
