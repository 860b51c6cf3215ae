import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { machine } from '#bench/machine.ts'
import { reportOf } from './report.ts'
import { Tried } from './result.ts'
import { type RowId, rows } from './rows.ts'
import { scenarios } from './scenarios/all.ts'

/**
 * At which number each of the goals for crowds and years breaks. With names of rows only those are tried, and take the
 * place of what the day's result says of them: `npm run bench:scale -- oneCode settled`.
 */
const isRow = (name: string): name is RowId => Object.hasOwn(rows, name)
const ids = Object.keys(rows).filter(isRow)
const named = process.argv.slice(2).filter(isRow)
const wanted = named.length > 0 ? named : ids

const day = new Date().toISOString().slice(0, 10)
const file = (ending: string) => join(import.meta.dirname, `../results/scale-${day}.${ending}`)
const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
const kept = existsSync(file('json')) ? z.array(Tried).parse(JSON.parse(readFileSync(file('json'), 'utf8'))) : []
const tried = new Map(kept.map((each) => [each.id, each]))

for (const id of wanted) {
  const began = performance.now()
  const secondsSince = () => Math.round(performance.now() - began) / 1_000
  try {
    const result = await scenarios[id](rows[id].goal)
    tried.set(id, { id, commit, result, seconds: secondsSince() })
    console.log(`${id}: ${result.breaksAt ?? `not at ${result.heldAt}`} (${secondsSince()} s) ${result.because}`)
  } catch (error) {
    const failure = error instanceof Error ? error.message : 'failed'
    tried.set(id, { id, commit, failure, seconds: secondsSince() })
    console.log(`${id}: ${failure}`)
  }
  const inOrder = ids.flatMap((each) => tried.get(each) ?? [])
  writeFileSync(file('json'), `${JSON.stringify(inOrder, null, 1)}\n`)
  writeFileSync(file('md'), reportOf({ day, machine: machine(), tried: inOrder }))
}
console.log(readFileSync(file('md'), 'utf8'))
