import { type machine, machineLine } from '#bench/machine.ts'
import { type QuotaName, quotas } from './limits.ts'
import { mostTimesGoal } from './load.ts'
import { loadPoints } from './load-points.ts'
import type { Result, Tried } from './result.ts'
import { isNamed, type RowId, rows } from './rows.ts'

/** A kept row that is a row still. */
type Shown = Tried & { readonly id: RowId }
const isShown = (tried: Tried): tried is Shown => Object.hasOwn(rows, tried.id)

const figure = (value: number): string =>
  value >= 100 ? Math.floor(value).toLocaleString('en-GB') : String(Math.round(value * 100) / 100)
const brokeAt = ({ breaksAt, heldAt }: Result): string =>
  breaksAt === undefined ? `not at ${figure(heldAt)}` : figure(breaksAt)

/** Quotas that the goal does not fit into as they are, with what it asks. */
const overOf = ({ demands = {} }: Result): { name: QuotaName; asked: number }[] =>
  Object.entries(demands).flatMap(([name, asked]) =>
    isQuota(name) && asked > quotas[name].most ? [{ name, asked }] : [],
  )
const isQuota = (name: string): name is QuotaName => Object.hasOwn(quotas, name)

const quotaText = (result: Result): string =>
  overOf(result)
    .map(({ name, asked }) => {
      const { most, unit, raised } = quotas[name]
      const who = raised === 'never' ? 'which nobody raises' : `${raised.by}, ${raised.before} before`
      return `${figure(asked)} of ${figure(most)} ${unit}: ${who}`
    })
    .join('; ')

const holds = (id: RowId, { heldAt }: Result): boolean => heldAt >= rows[id].goal
const verdict = (id: RowId, result: Result): string => {
  if (!isNamed(id)) return '–'
  if (!holds(id, result)) return '**no**'
  return overOf(result).length > 0 ? 'with the quota raised' : 'yes'
}

const groups = {
  people: 'Limits that fit people',
  visits: 'Visits and counters',
  sales: 'Sales',
  work: 'Work lists',
  finding: 'Finding',
  keeping: 'Keeping',
} as const

const rowLine = ({ id, result, failure }: Shown): string => {
  const { what, goal, unit, criterion } = rows[id]
  const aim = `${figure(goal)} ${unit}${isNamed(id) ? '' : ' (tried with)'}`
  if (!result) return `| ${what} | ${criterion} | ${aim} | not measured | **no** | | ${failure ?? ''} | |`
  const cells = [
    what,
    criterion,
    aim,
    brokeAt(result),
    verdict(id, result),
    result.method,
    result.because,
    quotaText(result),
  ]
  return `| ${cells.map((cell) => cell.replaceAll('|', '/')).join(' | ')} |`
}

const pointLine =
  (tried: ReadonlyMap<RowId, Shown>) =>
  (point: (typeof loadPoints)[number], index: number): string => {
    const start = `| ${index + 1} | ${point.what} | ${point.before} | ${point.goal}`
    if ('shownBy' in point) return `${start} | as before, or bounded: ${point.shownBy} | yes | |`
    const result = tried.get(point.row)?.result
    if (!result) return `${start} | not measured | **no** | |`
    const isEnough = holds(point.row, result)
    const quota = isEnough ? quotaText(result) : ''
    return `${start} | ${brokeAt(result)} (${rows[point.row].unit}) | ${isEnough ? 'yes' : '**no**'} | ${quota} |`
  }

const limitLines = (): string[] =>
  Object.entries(quotas).map(([, { most, unit, source, raised }]) => {
    const more = raised === 'never' ? 'no | |' : `${figure(raised.to)} | ${raised.by}, ${raised.before} before |`
    return `| ${unit} | ${figure(most)} | ${more} ${source} |`
  })

type Facts = { readonly day: string; readonly machine: ReturnType<typeof machine>; readonly tried: readonly Tried[] }

export const reportOf = ({ day, machine: where, tried: all }: Facts): string => {
  const tried = all.filter(isShown)
  const commits = [...new Set(tried.map(({ commit }) => commit))].join(', ')
  const byId = new Map(tried.map((each) => [each.id, each]))
  const named = tried.filter(({ id }) => isNamed(id))
  const held = named.filter(({ id, result }) => result && holds(id, result))
  const seconds = tried.reduce((sum, each) => sum + each.seconds, 0)
  return [
    `# Where it breaks, ${day}`,
    '',
    `${machineLine(where)}; ${Math.round(seconds / 60)} minutes, at ${commits}. The product’s own functions over a table in memory with DynamoDB’s limits of each partition, on a virtual clock (\`npm run bench:scale\`, \`bench/scale\`). Nothing was deployed. Partition keys are taken to have one partition each; the table is taken to be warm; functions to have started.`,
    '',
    `**${held.length} of ${named.length} rows with a goal hold**, some with quotas raised ([decision 77](../../docs/decisions/0077-what-to-ask-for-before-a-crowd.md)). “Breaks at” is the least number that failed, found by doubling and halving, up to ${mostTimesGoal} times the goal. *Sampled*: measured small and multiplied, where it is linear; *reckoned*: from constants of the product and of the quotas.`,
    ...Object.entries(groups).flatMap(([group, title]) => [
      '',
      `## ${title}`,
      '',
      '| what | criterion | goal | breaks at | holds | how found | what breaks, or what it was tried with | quota to raise |',
      '|---|---|---:|---:|---|---|---|---|',
      ...tried.filter(({ id }) => rows[id].group === group).map(rowLine),
    ]),
    '',
    '## The 51 load points of the first release',
    '',
    'What broke at `1fb259d` at the number before, tried again.',
    '',
    '| | load | broke then at | goal | breaks now at | holds | quota to raise |',
    '|---:|---|---:|---:|---|---|---|',
    ...loadPoints.map(pointLine(byId)),
    '',
    '## Quotas',
    '',
    '| quota | as it is | may become | asked of, how long before | source |',
    '|---|---:|---:|---|---|',
    ...limitLines(),
    '',
  ].join('\n')
}
