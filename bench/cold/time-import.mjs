import { pathToFileURL } from 'node:url'

/**
 * One import in a process of its own, as a new copy of a function does it: argument 1 is the file. Plain JavaScript,
 * since the stripping of types would be measured along.
 */
const file = process.argv[2]
if (file === undefined) throw new TypeError('Usage: time-import.mjs FILE')
const cpu = process.cpuUsage()
const began = performance.now()
const { handler } = await import(pathToFileURL(file).href)
const wallMs = performance.now() - began
const { user, system } = process.cpuUsage(cpu)
if (typeof handler !== 'function') throw new TypeError(`${file} exports no handler.`)
process.stdout.write(JSON.stringify({ wallMs, cpuMs: (user + system) / 1_000 }))
process.exit(0)
