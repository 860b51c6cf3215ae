import { execFile } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import * as z from 'zod'
import { settings } from '#schema/settings.ts'
import type { Running } from './running.ts'

export type Ops = (...args: string[]) => Promise<{ code: number; said: string }>

const Environments = z.record(z.string(), z.record(z.string(), z.string()))

const typed = (args: readonly string[], env: NodeJS.ProcessEnv): ReturnType<Ops> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, ['scripts/ops.ts', ...args], { env }, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, said: `${stdout}${stderr}`.trim() }),
    )
  })

/** The command as an operator types it, in a process of its own, on the local system. */
export const localOps =
  (running: () => Running): Ops =>
  (...args) =>
    typed([...args, '--local', '--url', running().system.url], process.env)

/**
 * The same on the cloud's way: the settings come from the AWS command line, which a stand-in plays, and the SDKs' own
 * variables point their clients at this machine, as an operator's profile points them at an account.
 */
export const cloudOps = (running: () => Running): { ops: Ops; close: () => void } => {
  const folder = mkdtempSync(join(tmpdir(), 'darkslide-aws-'))
  const program = join(import.meta.dirname, 'aws-command.ts')
  writeFileSync(join(folder, 'aws'), `#!/bin/sh\nexec "${process.execPath}" "${program}" "$@"\n`)
  chmodSync(join(folder, 'aws'), 0o755)
  return {
    ops: async (...args) => {
      const { system } = running()
      const answer = await fetch(`${system.url}/__local/api/environments`)
      const environments = Environments.parse(await answer.json())
      const onlyLocal = Object.values(environments)
        .flatMap((variables) => Object.entries(variables))
        .filter(([name]) => !(name in settings) && name !== 'AWS_REGION')
      return typed([...args, '--stage', 'dev'], {
        ...process.env,
        ...Object.fromEntries(onlyLocal),
        LOCAL_SYSTEM_URL: system.url,
        PATH: `${folder}${delimiter}${process.env.PATH}`,
      })
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}
