import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
const gone = async (pid: number) => {
  for (const deadline = Date.now() + 45_000; isAlive(pid) && Date.now() < deadline; ) await pause(20)
  return !isAlive(pid)
}

const watcher = `
  const { whenOrphaned } = await import(${JSON.stringify(new URL('../../../local/process/orphan-watch.ts', import.meta.url).href)})
  whenOrphaned(() => process.exit(0), 50)
  console.log(process.pid)
  setInterval(() => {}, 1000)`
/** `node` below a shell below a program, as npm starts it. */
const starter = `
  const { spawn } = require('node:child_process')
  spawn('/bin/sh', ['-c', '"$0" --input-type=module -e "$1"; true', process.execPath, ${JSON.stringify(watcher)}], { stdio: 'inherit' })
  setInterval(() => {}, 1000)`

test.each(['SIGKILL', 'SIGTERM', 'SIGHUP'] as const)(
  'a start ends when npm above its shell ends by %s',
  async (signal) => {
    const npm = spawn(process.execPath, ['-e', starter], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(createInterface({ input: npm.stdout }), 'line')
    const pid = Number(line)
    await pause(200)
    expect(isAlive(pid)).toBe(true)

    npm.kill(signal)

    expect(await gone(pid)).toBe(true)
  },
)
