import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { allMutants } from '#test/mutants/all.ts'
import type { Mutant } from '#test/mutants/mutant.ts'

const root = new URL('../..', import.meta.url).pathname
/** What the simulator gets to kill a mutant. */
const seeds = '100'

/** As Vitest's JSON reporter says it. */
const Report = z.object({ numTotalTests: z.int(), numPassedTests: z.int(), numFailedTests: z.int() })

/**
 * Copies the working tree, uncommitted changes included, to a temporary folder that uses this repository's packages.
 */
const scratchCopy = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'darkslide-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  for (const path of String(listed).split('\0').filter(Boolean)) {
    mkdirSync(join(copy, dirname(path)), { recursive: true })
    // A file may be listed that was deleted a moment ago.
    cpSync(join(root, path), join(copy, path), { force: true, errorOnExist: false })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** @returns how many tests ran and failed. */
const run = (copy: string, { project, file, test }: Mutant['killedBy']): Promise<z.infer<typeof Report>> => {
  const outcome = join(copy, 'mutant-report.json')
  rmSync(outcome, { force: true })
  const only = test === undefined ? [] : ['-t', test]
  const args = ['run', '--project', project, file, ...only, '--bail=1', '--reporter=json', `--outputFile=${outcome}`]
  return new Promise((resolve) => {
    execFile(
      join(copy, 'node_modules/.bin/vitest'),
      args,
      { cwd: copy, env: { ...process.env, SIM_SEEDS: seeds }, maxBuffer: 64_000_000 },
      () => resolve(Report.parse(JSON.parse(readFileSync(outcome, 'utf8')))),
    )
  })
}

/** @returns the text with the fault in it; `undefined` where what it replaces does not stand there exactly once. */
const withFault = (text: string, { find, replace }: Pick<Mutant, 'find' | 'replace'>): string | undefined => {
  const parts = text.split(find)
  return parts.length === 2 ? parts.join(replace) : undefined
}

type Verdict = 'killed' | 'ALIVE' | 'NOT FOUND' | 'ITS TEST IS RED WITHOUT IT' | 'ITS TEST IS NOT THERE'

/**
 * Tries each mutant whose name or file holds `part`, in a copy of the tree: its test must pass without the fault and fail with it.
 * @returns whether all were killed.
 */
export const tryMutants = async (part: string): Promise<boolean> => {
  const mutants = allMutants.filter(({ name, file }) => name.includes(part) || file.includes(part))
  const copy = scratchCopy()
  const healthy = new Map<string, Promise<z.infer<typeof Report>>>()

  const tryOne = async (mutant: Mutant): Promise<Verdict> => {
    const path = join(copy, mutant.file)
    const text = readFileSync(path, 'utf8')
    const changed = withFault(text, mutant)
    if (changed === undefined) return 'NOT FOUND'
    const before = await healthyRun(mutant.killedBy)
    if (before.numFailedTests > 0) return 'ITS TEST IS RED WITHOUT IT'
    if (before.numPassedTests === 0) return 'ITS TEST IS NOT THERE'
    writeFileSync(path, changed)
    try {
      return (await run(copy, mutant.killedBy)).numFailedTests > 0 ? 'killed' : 'ALIVE'
    } finally {
      writeFileSync(path, text)
    }
  }

  const healthyRun = (test: Mutant['killedBy']): Promise<z.infer<typeof Report>> => {
    const key = JSON.stringify(test)
    const known = healthy.get(key) ?? run(copy, test)
    healthy.set(key, known)
    return known
  }

  try {
    const verdicts: Verdict[] = []
    for (const mutant of mutants) {
      const verdict = await tryOne(mutant)
      verdicts.push(verdict)
      process.stdout.write(`${verdict.padEnd(9)} ${mutant.name} (${mutant.file})\n`)
    }
    const killed = verdicts.filter((verdict) => verdict === 'killed').length
    process.stdout.write(`${killed} of ${mutants.length} mutants killed\n`)
    return mutants.length > 0 && killed === mutants.length
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
