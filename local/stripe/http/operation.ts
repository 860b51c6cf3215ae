import * as z from 'zod'
import type { World } from '../world.ts'
import { invalid } from './errors.ts'
import type { Form } from './form.ts'
import { createdRange, integer, parseParams, text } from './params.ts'

export type Call<P> = {
  params: P
  /** The ids of the path, in order. */
  ids: readonly [string, ...string[]]
  /** The connected account of `Stripe-Account`, if any. */
  account: string | null
  world: World
}

type Context = Omit<Call<unknown>, 'params'>

/** One method and path of the API. `prepare` checks the parameters; only what it returns has an effect. */
export type Operation = {
  method: 'GET' | 'POST' | 'DELETE'
  path: string
  prepare(form: Form, context: Context): () => object
}

export const operation = <P>(definition: {
  method: Operation['method']
  /** With `:id` for each id, as `/v1/charges/:id`. */
  path: string
  params: z.ZodType<P>
  run(call: Call<P>): object
}): Operation => ({
  method: definition.method,
  path: definition.path,
  prepare(form, context) {
    const params = parseParams(definition.params, form)
    return () => definition.run({ ...context, params })
  },
})

/** `GET path/:id` for objects that are simply kept. */
export const retrieveOperation = (path: string, find: (id: string, call: Context) => object): Operation =>
  operation({ method: 'GET', path, params: z.strictObject({}), run: (call) => find(call.ids[0], call) })

// https://docs.stripe.com/api/pagination
const Page = {
  limit: integer({ min: 1, max: 100 }).optional(),
  starting_after: text().optional(),
}

type Listed = { id: string; created: number }
type PageParams = {
  limit?: number | undefined
  starting_after?: string | undefined
  created?: z.infer<ReturnType<typeof createdRange>> | undefined
}

/** `GET path` over the objects `candidates` gives, oldest first; the answer is newest first, in pages. */
export const listOperation = <S extends z.ZodRawShape, T extends Listed>(definition: {
  path: string
  filters: S
  candidates(call: Call<z.infer<z.ZodObject<S>>>): readonly T[]
}): Operation => {
  const filters = z.strictObject({ ...definition.filters })
  const page = z.strictObject({ ...Page, created: createdRange().optional() })
  const pageNames = new Set(Object.keys(page.shape))
  return {
    method: 'GET',
    path: definition.path,
    prepare(form, context) {
      const named = (wanted: boolean) =>
        Object.fromEntries(Object.entries(form).filter(([name]) => pageNames.has(name) === wanted))
      const params = parseParams(filters, named(false))
      const paging = parseParams(page, named(true))
      return () => {
        const url = context.ids.reduce((path, id) => path.replace(':id', id), definition.path)
        return pageOf(definition.candidates({ ...context, params }), paging, url)
      }
    },
  }
}

const pageOf = <T extends Listed>(oldestFirst: readonly T[], page: PageParams, url: string) => {
  const limit = page.limit ?? 10
  const within = inRange(page.created)
  const positionOf = (id: string) => {
    const position = oldestFirst.findIndex((item) => item.id === id)
    if (position < 0) throw invalid(`No such object: '${id}'`, { code: 'resource_missing', param: 'starting_after' })
    return position
  }
  const data: T[] = []
  const from = page.starting_after === undefined ? oldestFirst.length : positionOf(page.starting_after)
  for (let at = from - 1; at >= 0 && data.length <= limit; at--) {
    const item = oldestFirst[at]
    if (item && within(item)) data.push(item)
  }
  return { object: 'list' as const, data: data.slice(0, limit), has_more: data.length > limit, url }
}

const inRange = (created: PageParams['created']) => {
  if (created === undefined) return () => true
  if (typeof created === 'number') return (item: Listed) => item.created === created
  const { gt = -Infinity, gte = -Infinity, lt = Infinity, lte = Infinity } = created
  return (item: Listed) => item.created > gt && item.created >= gte && item.created < lt && item.created <= lte
}
