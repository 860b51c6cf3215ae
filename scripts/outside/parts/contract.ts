import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { api } from '#schema/api/all.ts'
import { ErrorBody } from '#schema/errors.ts'
import type { World } from '#test/support/requests/prepared.ts'
import { type Account, type Running, runningSystem } from '#test/support/system/running.ts'
import { aWorld } from '#test/support/system/world.ts'
import type { Part } from '../part.ts'
import { python, root, run } from '../tools.ts'

const version = '4.32.5'
/** Requests of each kind to each operation, beside those that try every limit once. */
const examples = Number(process.env.OUTSIDE_EXAMPLES ?? 20)
const seed = process.env.OUTSIDE_SEED ?? '1'

/** What takes away the things that all other requests are about comes after those. */
const ending = String.raw`\.(remove|requestDeletion|withdrawDeletion)$`

/** What stands in most requests at a place: without it nearly all would be about things that never existed. */
const known = (world: World, session: string) => {
  const photos = [world.photoId, world.freePhotoId, world.pendingPhotoId]
  return {
    'path.galleryId': [world.galleryId],
    'body.galleryId': [world.galleryId],
    'path.photoId': photos,
    'body.photoIds[*]': photos,
    'body.items[*].photoId': photos,
    'path.codeId': [world.codeId],
    'path.orderId': [world.orderId],
    'path.line': [1],
    'body.sessionId': [world.sessionId],
    'path.subdomain': [world.pageName],
    'path.slug': [world.slug],
    'path.proofSessionId': [world.proofSessionId],
    'path.token': [world.proofToken],
    'body.version': [0, 1, 2],
    'header.x-gallery-session': [session],
  }
}
const mostly = 0.8

/**
 * CloudFront refuses other methods before we are asked. A refusal for size says 413, which is none of the judge's own for
 * bad data.
 */
const settings = (values: ReturnType<typeof known>): string => {
  const entries = Object.entries(values)
  return [
    ...entries.map(([, list], at) => `[dictionaries.known${at}]\nvalues = ${JSON.stringify(list)}`),
    '[parameters]',
    ...entries.map(([place], at) => `"${place}" = { dictionary = "known${at}", probability = ${mostly} }`),
    '[checks.negative_data_rejection]',
    'expected-statuses = [400, 401, 403, 404, 405, 409, 413, 422, 429]',
    '[phases.coverage]',
    'unexpected-methods = ["GET", "POST", "PUT", "PATCH", "DELETE"]',
  ].join('\n')
}

const Failure = z.object({ code: z.string(), operation: z.string().nullish(), message: z.string() })
const Check = z.object({ status: z.string(), failure_info: z.object({ failure: Failure }).nullish() })
const Scenario = z.object({
  label: z.string(),
  checks: z.record(z.string(), z.array(Check)),
  interactions: z.record(
    z.string(),
    z.object({
      request: z.object({ method: z.string(), uri: z.string() }),
      response: z.object({ status_code: z.int(), content: z.object({ $base64: z.string() }).nullish() }).nullish(),
    }),
  ),
})
const Line = z.object({ ScenarioFinished: z.object({ recorder: Scenario }).optional() })
type Interaction = z.infer<typeof Scenario>['interactions'][string]

/** Refusals of what has the right shape, by the field and why no schema can say it. */
const beyondShapes = [
  ['deadlineAt', 'it depends on the time'],
  ['expiresAt', 'it depends on the time'],
  ['startsAt', 'it depends on the time'],
  ['consent', 'the version of the words that are shown now'],
  ['code', 'letters and digits are counted without spaces'],
  ['priceSteps', 'each step begins at more photos than the one before'],
] as const

/** Addresses of one operation that another one with a parameter answers for other methods. */
const shared = /\/api\/(orders\/confirm|me\/photos\/find)$/

const refusalOf = ({ response }: Interaction) => {
  try {
    const text = Buffer.from(response?.content?.$base64 ?? '', 'base64').toString()
    return ErrorBody.parse(JSON.parse(text)).error
  } catch {
    return undefined
  }
}

/** Whether a failure is the contract as it is meant: every code below is announced for its operation. */
const isMeant = ({ code }: z.infer<typeof Failure>, interaction: Interaction): boolean => {
  const refusal = refusalOf(interaction)
  // "Schema-valid request rejected".
  if (code === 'ST202')
    return (
      refusal !== undefined &&
      (refusal.code !== 'invalid_request' ||
        ((refusal.fields?.length ?? 0) > 0 &&
          refusal.fields?.every(({ path }) => beyondShapes.some(([field]) => path === field)) === true))
    )
  // "Wrong response to undeclared method", "Allow header mismatch".
  if (code === 'ST204' || code === 'ST205') return shared.test(new URL(interaction.request.uri).pathname)
  return false
}

const Judged = z.object({
  operations: z.object({ tested: z.int() }),
  test_cases: z.object({ generated: z.int() }),
  errors: z.array(z.unknown()),
})

/** One run of the judge. @returns how much it tried, and each kind of failure once. */
const judged = async (
  { program, config, folder }: { program: string; config: string; folder: string },
  { url, token, which }: { url: string; token: string; which: readonly string[] },
) => {
  const [report, lines] = [join(folder, 'report.json'), join(folder, 'lines.ndjson')]
  const ran = await run(
    [
      ...[program, '--config-file', config, 'run', join(root, 'docs/openapi.json'), '--url', `${url}/api`],
      ...['--header', `Authorization: Bearer ${token}`, ...which, '--seed', seed, '--max-examples', String(examples)],
      ...['--phases', 'coverage,fuzzing', '--continue-on-failure', '--generation-database', 'none', '--no-color'],
      ...['--report', 'json,ndjson', '--report-json-path', report, '--report-ndjson-path', lines],
    ],
    { cure: 'Python 3', cwd: folder },
  )
  const text = await readFile(report, 'utf8').catch(() => {
    throw new Error(`schemathesis said nothing: ${`${ran.stdout}${ran.stderr}`.slice(-600)}`)
  })
  const { operations, test_cases, errors } = Judged.parse(JSON.parse(text))
  const found = new Set(errors.map((error) => `could not be asked: ${JSON.stringify(error).slice(0, 300)}`))
  for (const line of (await readFile(lines, 'utf8')).trimEnd().split('\n'))
    for (const objection of objectionsOf(Line.parse(JSON.parse(line)).ScenarioFinished?.recorder)) found.add(objection)
  return { operations: operations.tested, requests: test_cases.generated, objections: [...found] }
}

const objectionsOf = (scenario: z.infer<typeof Scenario> | undefined): string[] =>
  Object.entries(scenario?.checks ?? {}).flatMap(([id, checks]) =>
    checks.flatMap(({ failure_info }) => {
      const interaction = scenario?.interactions[id]
      if (!failure_info || !interaction || isMeant(failure_info.failure, interaction)) return []
      const { code, operation, message } = failure_info.failure
      const refusal = refusalOf(interaction)
      const answer = [
        interaction.response?.status_code,
        refusal?.code,
        ...(refusal?.fields ?? []).map(({ path }) => path),
      ]
      const last = message.replaceAll(/\s+/g, ' ').slice(-200)
      return [`${operation ?? scenario?.label}: ${code}, answered ${answer.join(' ')}: ${last}`]
    }),
  )

const tried = async (running: Running, owner: Account, scratch: string) => {
  const world = await aWorld(running, owner)
  const { session } = await running.anyone.call(api.galleries.endpoints.startSession, { body: {} })
  const config = join(scratch, 'schemathesis.toml')
  await writeFile(config, settings(known(world, session)))
  const program = join(await python('schemathesis', [`schemathesis==${version}`]), 'schemathesis')
  const asked = { url: running.system.url, token: owner.token }
  const files = { program, config, folder: scratch }
  const first = await judged(files, { ...asked, which: ['--exclude-operation-id-regex', ending] })
  const last = await judged(files, { ...asked, which: ['--include-operation-id-regex', ending] })
  await running.system.drainQueues()
  const dead = running.system.queues().filter(({ isDeadLetters, visible }) => isDeadLetters && visible > 0)
  return {
    looked: { operations: first.operations + last.operations, requests: first.requests + last.requests },
    objections: [...first.objections, ...last.objections, ...dead.map(({ name }) => `${name}: what could not be done`)],
  }
}

/** The published contract, tried request by request against the whole local system. */
export const contract: Part = {
  name: 'contract',
  asks: 'Does the running API keep what docs/openapi.json says, whatever it is asked (schemathesis)?',
  ask: async (scratch) => {
    const running = await runningSystem()
    try {
      const owner = await running.signUp('Ada')
      return { judge: `schemathesis ${version}, seed ${seed}`, ...(await tried(running, owner, scratch)) }
    } finally {
      await running.close()
    }
  },
}
