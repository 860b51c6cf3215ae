import { spawnSync } from 'node:child_process'
import { platform } from 'node:process'
import { expect, test } from 'vitest'
import { childrenSeconds, endedProcessorSeconds } from '../../../scripts/test/processor-seconds.ts'

test('the times of children are read behind a name with spaces and parentheses', () => {
  expect(childrenSeconds('71 (node (a) b) S 1 71 71 0 -1 4194560 9 8 7 6 1100 220 3050 195 20 0 11 0 5')).toBe(32.45)
})

test('what a program of ours took counts once it has ended, where the system says it', () => {
  const before = endedProcessorSeconds()
  const half = 'const until = process.cpuUsage().user + 500_000; while (process.cpuUsage().user < until);'
  spawnSync(process.execPath, ['-e', half])
  const after = endedProcessorSeconds()
  const took = before === undefined || after === undefined ? undefined : after - before
  expect(took === undefined).toBe(platform !== 'linux')
  expect(took ?? 0.5).toBeGreaterThan(0.4)
  expect(took ?? 0.5).toBeLessThan(5)
})
