import * as z from 'zod'
import { keptJson } from '#local/process/kept-json.ts'

/** The time all parts agree on: the machine's, moved ahead. It never goes back. */
export type LocalClock = {
  now(): number
  /** Milliseconds ahead of the machine, below zero while a seed lives through a past year: `CLOCK_OFFSET_MS` of functions. */
  offsetMs(): number
  /** Moves the time only; schedules and queues are the timeline's business. */
  moveTo(atMs: number): void
}

/** A clock whose offset survives a restart. */
export const openLocalClock = ({
  path,
  machineNow = Date.now,
  initialOffsetMs = 0,
}: {
  path: string
  machineNow?: () => number
  initialOffsetMs?: number
}): LocalClock => {
  const kept = keptJson(path, z.object({ offsetMs: z.int() }), () => ({ offsetMs: initialOffsetMs }))
  const now = () => machineNow() + kept.get().offsetMs
  return {
    now,
    offsetMs: () => kept.get().offsetMs,
    moveTo(atMs) {
      const aheadMs = Math.round(atMs - now())
      if (aheadMs > 0) kept.set({ offsetMs: kept.get().offsetMs + aheadMs })
    },
  }
}
