import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { StartFailure } from './start-failure.ts'

const lockFile = 'lock.json'

const Lock = z.object({ pid: z.int().positive(), startedAt: z.string() })

/** When a process began, in clock ticks since boot: tells a process from a later one with the same id. Linux only. */
const startOf = (pid: number) => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

const holderOf = (path: string) => {
  try {
    const held = Lock.parse(JSON.parse(readFileSync(path, 'utf8')))
    return isAlive(held.pid) && startOf(held.pid) === held.startedAt ? held.pid : undefined
  } catch {
    return undefined
  }
}

/** @throws when a running system holds the folder; a lock left by a crash counts for nothing. */
export const refuseIfLocked = (folder: string) => {
  const pid = holderOf(join(folder, lockFile))
  if (pid !== undefined)
    throw new StartFailure(`Darkslide is already running on ${folder} (process ${pid}): stop it first.`)
}

/** Keeps a second system from the same state folder. */
export const lockStateFolder = (folder: string) => {
  const path = join(folder, lockFile)
  refuseIfLocked(folder)
  rmSync(path, { force: true })
  try {
    writeFileSync(path, JSON.stringify({ pid: process.pid, startedAt: startOf(process.pid) }), { flag: 'wx' })
  } catch (error) {
    refuseIfLocked(folder)
    throw error
  }
  return { release: () => rmSync(path, { force: true }) }
}
