import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { startGuardedChild } from '#local/process/guarded-child.ts'

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

const gone = async (pid: number) => {
  const deadline = Date.now() + 45_000
  while (isAlive(pid) && Date.now() < deadline) await new Promise((resolve) => setImmediate(resolve))
  return !isAlive(pid)
}

test('a child runs until it is stopped', async () => {
  const child = await startGuardedChild('sleep', ['600'])
  expect(isAlive(child.pid)).toBe(true)

  await child.stop()

  expect([child.isRunning(), isAlive(child.pid)]).toEqual([false, false])
})

test('a child that ends at once leaves its last words', async () => {
  const child = await startGuardedChild('sh', ['-c', 'echo no such file >&2; exit 1'])

  expect(await gone(child.pid)).toBe(true)
  await child.stop()
  expect(child.errors()).toBe('no such file')
})

test('a child does not outlive a parent that is killed', async () => {
  const script = `
    const { startGuardedChild } = await import(${JSON.stringify(new URL('../../../local/process/guarded-child.ts', import.meta.url).href)})
    console.log((await startGuardedChild('sleep', ['600'])).pid)
    setInterval(() => {}, 1000)`
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: parent.stdout }), 'line')
  const pid = Number(line)
  expect(isAlive(pid)).toBe(true)

  parent.kill('SIGKILL')

  expect(await gone(pid)).toBe(true)
})
