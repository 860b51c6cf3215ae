import { runOps } from './ops/run-ops.ts'

/** `npm run ops -- …`: what an operator does by hand (docs/runbook.md, "Tasks"). */
process.exitCode = await runOps(process.argv.slice(2), console.log)
