import { createServer, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import * as z from 'zod'
import { galleryMapping } from '#functions/galleries/search-document.ts'

/** The words of a `term` or `prefix` query: one field, one plain value. */
const oneWord = z.strictObject({ words: z.string().min(1) })
const Exactly = z.strictObject({ term: oneWord })
const Filter = z.union([
  z.strictObject({ prefix: oneWord }),
  z.strictObject({ term: z.strictObject({ isFeatured: z.literal(true) }) }),
  z.strictObject({ range: z.strictObject({ pricePence: z.strictObject({ gte: z.int(), lte: z.int().optional() }) }) }),
  z.strictObject({ range: z.strictObject({ writtenAt: z.strictObject({ lt: z.int() }) }) }),
])
const Direction = z.enum(['asc', 'desc'])
/**
 * The searches that the product asks for, and no others: nothing in them has a syntax of its own (`query_string`, `wildcard`,
 * `regexp`), runs a script, or is missing in OpenSearch Serverless.
 */
const Search = z.strictObject({
  // https://docs.opensearch.org/latest/search-plugins/searching-data/paginate/: more than 10,000 at once are refused.
  size: z.int().min(1).max(10_000),
  _source: z.literal(false),
  track_total_hits: z.literal(false),
  query: z.strictObject({
    bool: z.strictObject({
      filter: z.array(Filter).min(1),
      must_not: z
        .tuple([z.strictObject({ range: z.strictObject({ expiresAt: z.strictObject({ lte: z.iso.datetime() }) }) })])
        .optional(),
      should: z
        .tuple([
          z.strictObject({
            constant_score: z.strictObject({
              filter: z.strictObject({ bool: z.strictObject({ filter: z.array(Exactly).min(1) }) }),
            }),
          }),
        ])
        .optional(),
      minimum_should_match: z.literal(0).optional(),
    }),
  }),
  sort: z
    .array(
      z.union([
        z.strictObject({ id: Direction }),
        z.strictObject({ _score: Direction }),
        z.strictObject({ pricePence: Direction }),
        z.strictObject({ popularity: Direction }),
      ]),
    )
    .min(1),
  search_after: z.array(z.union([z.number(), z.string()])).optional(),
})
type Search = z.output<typeof Search>

/** dynamic: 'strict' refuses a field that the mapping does not name (https://docs.opensearch.org/latest/field-types/dynamic/). */
const Document = z.strictObject({
  id: z.string(),
  // A keyword of more than 32,766 bytes is refused by Lucene (.../field-types/supported-field-types/keyword/, ignore_above).
  words: z.array(z.string().max(8_000)),
  pricePence: z.int(),
  popularity: z.int(),
  isFeatured: z.boolean(),
  expiresAt: z.iso.datetime().nullable(),
  writtenAt: z.int(),
})
type Document = z.output<typeof Document>
const Version = z.strictObject({ _id: z.string(), version: z.int().min(0), version_type: z.literal('external') })
const Action = z.union([z.strictObject({ index: Version }), z.strictObject({ delete: Version })])

/** A version stays known after its document was deleted: for 60 seconds (`index.gc_deletes`), here for good. */
type Kept = { version: number; document: Document | undefined }
type Answer = { status: number; body: unknown }

const refusal = (status: number, type: string): Answer => ({ status, body: { error: { type }, status } })

const compare = (a: number | string, b: number | string): number =>
  typeof a === 'string' && typeof b === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : Number(a) - Number(b)

const isHit = (document: Document, { filter, must_not: excluded }: Search['query']['bool']): boolean =>
  filter.every((each) => {
    if ('prefix' in each) return document.words.some((word) => word.startsWith(each.prefix.words))
    if ('term' in each) return document.isFeatured
    if ('writtenAt' in each.range) return document.writtenAt < each.range.writtenAt.lt
    const { gte, lte = Number.POSITIVE_INFINITY } = each.range.pricePence
    return gte <= document.pricePence && document.pricePence <= lte
  }) && !(document.expiresAt !== null && excluded && document.expiresAt <= excluded[0].range.expiresAt.lte)

const scoreOf = (document: Document, { should }: Search['query']['bool']): number => {
  const all = should?.[0].constant_score.filter.bool.filter
  return Number(all?.every(({ term }) => document.words.includes(term.words)) ?? false)
}

const hitsOf = (documents: readonly Document[], { size, query, sort, search_after: after }: Search) => {
  const fields = sort.flatMap((each) => Object.entries(each))
  const order = (a: readonly (number | string)[], b: readonly (number | string)[]): number => {
    for (const [place, [, direction]] of fields.entries()) {
      const difference = compare(a[place] ?? 0, b[place] ?? 0)
      if (difference !== 0) return direction === 'asc' ? difference : -difference
    }
    return 0
  }
  const sortValue = (document: Document, field: string): number | string => {
    if (field === 'id') return document.id
    if (field === '_score') return scoreOf(document, query.bool)
    return field === 'pricePence' ? document.pricePence : document.popularity
  }
  return documents
    .filter((document) => isHit(document, query.bool))
    .map((document) => ({ _id: document.id, sort: fields.map(([field]) => sortValue(document, field)) }))
    .filter((hit) => after === undefined || order(hit.sort, after) > 0)
    .toSorted((a, b) => order(a.sort, b.sort))
    .slice(0, size)
}

/**
 * A server that answers as an OpenSearch Serverless collection does, and refuses whatever else is asked of it. It is
 * stricter: only the product's own requests, in exactly their form. `npm run outside -- search` asks the real OpenSearch the
 * same. Documents are found after `refresh`, as a collection shows them some seconds later.
 */
export const searchStandIn = async () => {
  const indices = new Map<string, { kept: Map<string, Kept>; seen: Document[] }>()
  const aliases = new Map<string, string>()
  let trouble: ((path: string) => Answer | 'silent' | undefined) | undefined

  const create = (name: string, body: unknown): Answer => {
    if (indices.has(name)) return refusal(400, 'resource_already_exists_exception')
    if (JSON.stringify(body) !== JSON.stringify(galleryMapping)) return refusal(400, 'mapper_parsing_exception')
    indices.set(name, { kept: new Map(), seen: [] })
    return { status: 200, body: { acknowledged: true, index: name } }
  }

  const bulk = (name: string, lines: readonly string[]): Answer => {
    const index = indices.get(name)
    // A real server would make the index and guess its mapping; a collection does, where the caller may (`aoss:CreateIndex`).
    if (!index) return refusal(404, 'index_not_found_exception')
    const items: unknown[] = []
    for (let line = 0; line < lines.length; line++) {
      const action = Action.parse(JSON.parse(lines[line] ?? ''))
      const about = 'index' in action ? action.index : action.delete
      const raw: unknown = 'index' in action ? JSON.parse(lines[++line] ?? '') : undefined
      const kept = index.kept.get(about._id)
      const kind = 'index' in action ? 'index' : 'delete'
      const document = raw === undefined ? undefined : Document.safeParse(raw)
      if (document?.success === false) {
        items.push({ index: { status: 400, error: { type: 'strict_dynamic_mapping_exception' } } })
        continue
      }
      // External versions must rise: the same again is a conflict (https://docs.opensearch.org/latest/api-reference/document-apis/index-document/).
      if (kept && about.version <= kept.version) {
        items.push({ [kind]: { status: 409, error: { type: 'version_conflict_engine_exception' } } })
        continue
      }
      index.kept.set(about._id, { version: about.version, document: document?.data })
      const status = kind === 'index' ? (kept?.document ? 200 : 201) : kept?.document ? 200 : 404
      items.push({ [kind]: { status } })
    }
    return { status: 200, body: { took: 1, errors: false, items } }
  }

  const answerTo = (method: string, path: string, body: string): Answer => {
    const [, name = '', call = ''] = path.split('/')
    // Neither `?refresh` nor any other parameter is used; a collection refuses that one
    // (https://github.com/opensearch-project/opensearch-ruby/issues/131).
    if (path.includes('?')) return refusal(400, 'status_exception')
    if (method === 'PUT' && call === '') return create(name, JSON.parse(body))
    if (method === 'POST' && name === '_aliases') {
      const add = z.strictObject({ add: z.strictObject({ index: z.string(), alias: z.string() }) })
      for (const { add: own } of z.strictObject({ actions: z.array(add) }).parse(JSON.parse(body)).actions) {
        if (!indices.has(own.index)) return refusal(404, 'index_not_found_exception')
        aliases.set(own.alias, own.index)
      }
      return { status: 200, body: { acknowledged: true } }
    }
    if (method === 'POST' && call === '_search') {
      const index = indices.get(aliases.get(name) ?? name)
      if (!index) return refusal(404, 'index_not_found_exception')
      return { status: 200, body: { hits: { hits: hitsOf(index.seen, Search.parse(JSON.parse(body))) } } }
    }
    if (method === 'POST' && call === '_bulk') {
      // "The final line of data must end with a newline character" (.../api-reference/document-apis/bulk/).
      if (!body.endsWith('\n')) return refusal(400, 'illegal_argument_exception')
      return bulk(name, body.slice(0, -1).split('\n'))
    }
    // What a collection does not have, such as `GET /` and `_refresh`, it answers so (the issue above).
    return refusal(404, 'not_in_a_collection')
  }

  const respond = async (request: IncomingMessage): Promise<Answer | 'silent'> => {
    const { method = '', url = '' } = request
    const body = await text(request)
    return trouble?.(url) ?? answerTo(method, url, body)
  }
  const server = createServer(async (request, response) => {
    const answer = await respond(request).catch((error: unknown): Answer => ({ status: 400, body: String(error) }))
    if (answer === 'silent') return
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    /** What was written by now is found from now on. */
    refresh: () => {
      for (const index of indices.values())
        index.seen = [...index.kept.values()].flatMap(({ document }) => document ?? [])
    },
    reset: () => {
      indices.clear()
      aliases.clear()
      trouble = undefined
    },
    /** Answers otherwise for as long as this says so; `silent` never answers. */
    troubled: (how: typeof trouble) => {
      trouble = how
    },
    documents: (name: string): Document[] =>
      [...(indices.get(name)?.kept.values() ?? [])].flatMap(({ document }) => document ?? []),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => {
        server.close(resolve)
      })
    },
  }
}
export type SearchStandIn = Awaited<ReturnType<typeof searchStandIn>>
