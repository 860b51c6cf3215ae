import { tryMutants } from './mutants/try-mutants.ts'

const [part = ''] = process.argv.slice(2)
process.exitCode = (await tryMutants(part)) ? 0 : 1
