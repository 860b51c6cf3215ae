import { askOutside } from './outside/ask-outside.ts'

/** `npm run outside [-- PART …]`: judges that this project did not write (docs/outside.md). */
process.exitCode = await askOutside(process.argv.slice(2), console.log)
