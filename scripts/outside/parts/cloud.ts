import { readFile, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import {
  DescribeTableCommand,
  DynamoDBClient,
  GetItemCommand,
  ListTablesCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb'
import * as z from 'zod'
import { type Emulator, emulator, region } from '../emulator/emulator.ts'
import { type Template, taught } from '../emulator/taught.ts'
import { Missing, type Part } from '../part.ts'
import { freePort, python, root, run, served } from '../tools.ts'

const version = '1.5.33'
const dayMs = 86_400_000

/** The release before: what a day before the last commit was the newest, or `OUTSIDE_BASE`. */
const earlier = async (): Promise<string> => {
  if (process.env.OUTSIDE_BASE !== undefined) return process.env.OUTSIDE_BASE
  const cure = 'git, and the history of two days'
  const { stdout: last } = await run(['git', 'show', '--no-patch', '--format=%cI', 'HEAD'], { cure })
  const before = new Date(Date.parse(last.trim()) - dayMs).toISOString()
  const { stdout: found } = await run(['git', 'rev-list', '-1', `--before=${before}`, 'HEAD'], { cure })
  if (found.trim() === '') throw new Missing(`No commit is older than ${before}: ${cure}`)
  return found.trim()
}

const synthesized = async (cwd: string, out: string): Promise<string> => {
  const synth = await run(['npx', 'cdk', 'synth', '--quiet', '--output', out, '-c', 'stage=dev'], {
    cure: 'npm ci',
    cwd,
  })
  if (synth.code !== 0) throw new Error(`cdk synth ended with ${synth.code}: ${synth.stderr.slice(-600)}`)
  return out
}

/** The templates of another commit, made by that commit's own code with the packages of today. */
const ofCommit = async (commit: string, scratch: string): Promise<string> => {
  const tree = join(scratch, 'earlier')
  const cure = 'git'
  const added = await run(['git', 'worktree', 'add', '--detach', tree, commit], { cure })
  if (added.code !== 0) throw new Missing(`git has no ${commit}: ${added.stderr.slice(-200)}`)
  try {
    await symlink(join(root, 'node_modules'), join(tree, 'node_modules'))
    return await synthesized(tree, join(scratch, 'earlier.out'))
  } finally {
    await run(['git', 'worktree', 'remove', '--force', tree], { cure })
  }
}

/** A change that goes well, and beside it one that the emulator refuses: both must be taken back. */
const changed =
  (withRefused: boolean) =>
  (template: Template, file: string): Template =>
    file === 'darkslide-dev-data.template.json'
      ? {
          ...template,
          Resources: {
            ...template.Resources,
            Fine: { Type: 'AWS::SNS::Topic', Properties: { DisplayName: 'Fine' } },
            ...(withRefused && { Refused: refused }),
          },
        }
      : template
/** A sum of nothing. */
const refused = {
  Type: 'AWS::CloudWatch::Alarm',
  Properties: { Metrics: [], ComparisonOperator: 'GreaterThanThreshold', EvaluationPeriods: 1 },
  DependsOn: ['Fine'],
}

/** An item of the table that a deployed market would not want to lose. */
const keptItem = (url: string) => {
  const client = new DynamoDBClient({
    endpoint: url,
    region,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  })
  const place = async () => {
    const { TableNames: [TableName = ''] = [] } = await client.send(new ListTablesCommand({}))
    const { Table } = await client.send(new DescribeTableCommand({ TableName }))
    const names = (Table?.KeySchema ?? []).map(({ AttributeName = '' }) => AttributeName)
    return { TableName, Key: Object.fromEntries(names.map((name) => [name, { S: 'kept through every deployment' }])) }
  }
  return {
    put: async () => {
      const { TableName, Key } = await place()
      await client.send(new PutItemCommand({ TableName, Item: { ...Key, value: { N: '1500' } } }))
    },
    isThere: async () => (await client.send(new GetItemCommand(await place()))).Item?.value?.N === '1500',
  }
}

const settled = /^(CREATE|UPDATE)_COMPLETE$/
const Functions = z.object({
  Functions: z.array(z.object({ FunctionName: z.string(), Runtime: z.string().optional() })),
})
const Schedule = z.object({
  Type: z.literal('AWS::Scheduler::Schedule'),
  Properties: z.object({
    Target: z.object({ Arn: z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }) }),
  }),
})
/** The emulator's names of functions begin with their stack's and their own in the template, and are cut at the end. */
const nameLength = 48

/** How the names of the functions begin that a schedule starts. */
const scheduled = async (assembly: string): Promise<string[]> => {
  const stack = 'darkslide-dev-work'
  const text = await readFile(join(assembly, `${stack}.template.json`), 'utf8')
  const { Resources } = z.object({ Resources: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text))
  return Object.values(Resources).flatMap((each) => {
    const { data } = Schedule.safeParse(each)
    return data ? [`${stack}-${data.Properties.Target.Arn['Fn::GetAtt'][0]}`.slice(0, nameLength)] : []
  })
}

/** Starts by hand what schedules start, on a stage that has no Stripe key yet. */
const jobsEnd = async ({ ask }: Emulator, beginnings: readonly string[]) => {
  const { Functions: all } = Functions.parse(await (await ask('lambda', '/2015-03-31/functions?MaxItems=1000')).json())
  const objections: string[] = []
  for (const beginning of beginnings) {
    const { FunctionName } = all.find((each) => each.FunctionName.startsWith(beginning)) ?? {}
    const path = `/2015-03-31/functions/${FunctionName}/invocations`
    const answer = await ask('lambda', path, { method: 'POST', body: '{}' })
    const failed = answer.headers.get('x-amz-function-error')
    if (!answer.ok || failed !== null)
      objections.push(`${beginning}: ${answer.status} ${failed ?? ''} ${(await answer.text()).slice(0, 300)}`)
  }
  return objections
}

type Step = { name: string; folder: string; isRefused?: boolean }

const deployed = async (aws: Emulator, { name, folder, isRefused = false }: Step): Promise<string[]> => {
  const flags = ['--all', '--require-approval', 'never', '--concurrency', '1', '--progress', 'events']
  const { isDone, said } = await aws.cdk('deploy', '--app', folder, ...flags)
  const states = await aws.stacks()
  if (isRefused) {
    const state = states.get('darkslide-dev-data')
    return isDone || state !== 'UPDATE_ROLLBACK_COMPLETE' ? [`${name}: ended in ${state ?? 'no state'}`] : []
  }
  const unsettled = [...states].filter(([, state]) => !settled.test(state))
  const why = said.split('\n').filter((line) => /FAILED|❌|Error/.test(line))
  return [
    ...(isDone ? [] : [`${name}: ${why.slice(-3).join(' ').slice(0, 500)}`]),
    ...unsettled.map(([stack, state]) => `${name}: ${stack} is ${state}`),
  ]
}

/** The templates and the functions in an emulator of AWS: from nothing, from the release before, and back again. */
export const cloud: Part = {
  name: 'cloud',
  asks: 'Do the stacks come up in an emulator of AWS, follow the release before, and come back from a failing update (ministack)?',
  ask: async (scratch) => {
    const program = join(await python('ministack', [`ministack==${version}`]), 'ministack')
    const commit = await earlier()
    const before = await ofCommit(commit, scratch)
    const now = await synthesized(root, join(scratch, 'now.out'))
    const left = await taught(now, join(scratch, 'now'))
    await taught(before, join(scratch, 'before'))
    await taught(now, join(scratch, 'failing'), changed(true))
    await taught(now, join(scratch, 'next'), changed(false))
    const port = await freePort()
    const url = `http://127.0.0.1:${port}`
    const env = { GATEWAY_PORT: String(port), EDGE_PORT: String(port), MINISTACK_REGION: region }
    return served({ command: [program], url: `${url}/_ministack/health`, env }, async () => {
      const aws = emulator(url)
      const bootstrap = ['aws://000000000000/eu-west-2', 'aws://000000000000/us-east-1']
      const { isDone, said } = await aws.cdk('bootstrap', '--app', join(scratch, 'now'), ...bootstrap)
      if (!isDone) throw new Error(`cdk bootstrap: ${said.slice(-600)}`)
      const objections = await deployed(aws, { name: 'from nothing', folder: join(scratch, 'before') })
      const item = keptItem(url)
      await item.put()
      const steps: Step[] = [
        { name: 'update', folder: join(scratch, 'now') },
        { name: 'rollback', folder: join(scratch, 'failing'), isRefused: true },
        { name: 'update after the rollback', folder: join(scratch, 'next') },
      ]
      for (const step of steps) {
        objections.push(...(await deployed(aws, step)))
        if (!(await item.isThere())) objections.push(`${step.name}: an item of the table is gone`)
      }
      const jobs = await scheduled(now)
      const failed = await jobsEnd(aws, jobs)
      const stacks = await aws.stacks()
      return {
        judge: `ministack ${version}, without ${left} resources that it does not know, from ${commit.slice(0, 9)}`,
        looked: { stacks: stacks.size, deployments: steps.length + 1, 'jobs started': jobs.length },
        objections: [...objections, ...failed],
      }
    })
  },
}
