import { fromEnv } from '@aws-sdk/credential-provider-env'
import { Client } from '@opensearch-project/opensearch'
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws-v3'
import * as z from 'zod'
import { GalleryId } from '#schema/ids.ts'
import { NotOpen } from './not-open.ts'
import { galleryIndex, galleryMapping, type SearchDocument, searchedName } from './search-document.ts'
import { olderRequest, type Place, type searchRequest } from './search-request.ts'

/** A visitor waits: whoever does not answer by then is not waited for (the table's search answers in some 50 ms). */
const searchTimeoutMs = 1_500
const writeTimeoutMs = 20_000

/** A document to keep, or the id of one to remove; `writtenAt` decides against what stands there. */
export type IndexChange =
  | { readonly kind: 'keep'; readonly document: SearchDocument }
  | { readonly kind: 'remove'; readonly id: GalleryId; readonly writtenAt: number }

/** A place whose id is of a gallery. */
export type Hit = Place & { readonly id: GalleryId }

const Hits = z.object({
  hits: z.object({
    hits: z.array(z.object({ _id: GalleryId, sort: z.array(z.union([z.number(), z.string()])) })),
  }),
})
const BulkAnswer = z.object({
  items: z.array(z.record(z.string(), z.object({ status: z.int(), error: z.object({ type: z.string() }).optional() }))),
})
const Refusal = z.object({
  statusCode: z.int(),
  body: z
    .object({ error: z.object({ type: z.string() }) })
    .optional()
    .catch(undefined),
})

/** What can be done about a change that was not taken: nothing is (it is as new as what stands there), or once more. */
const outcomeOf = (status: number): 'done' | 'busy' | 'refused' => {
  // 404: what is to be removed is not there. 409: what stands there was read at the same time or later.
  if (status < 300 || status === 404 || status === 409) return 'done'
  return status === 429 || status >= 500 ? 'busy' : 'refused'
}

/**
 * The index of an OpenSearch collection. Only what OpenSearch Serverless has is asked of it: no refresh, no deletion by
 * query, no scrolling, no question about the server
 * (https://docs.aws.amazon.com/opensearch-service/latest/developerguide/serverless-genref.html).
 * Versions are external: AWS's own pipeline from DynamoDB writes so (.../developerguide/configure-client-ddb.html).
 * @param region Of the collection, for which requests are signed; without it they are not signed.
 */
export const searchIndex = (endpoint: string, region?: string) => {
  const client = new Client({
    node: endpoint,
    maxRetries: 0,
    // The signing name of OpenSearch Serverless (.../developerguide/serverless-clients.html#serverless-signing).
    ...(region === undefined ? {} : AwsSigv4Signer({ region, service: 'aoss', getCredentials: fromEnv() })),
  })
  const ask = async (request: { method: string; path: string; body: unknown }, requestTimeout: number) =>
    (await client.transport.request({ ...request, body: JSON.stringify(request.body) }, { requestTimeout })).body

  const search = async (name: string, body: unknown, timeoutMs: number): Promise<Hit[]> => {
    try {
      const answer = Hits.parse(await ask({ method: 'POST', path: `/${name}/_search`, body }, timeoutMs))
      return answer.hits.hits.map(({ _id: id, sort }): Hit => ({ id, rank: sort.length > 1 ? Number(sort[0]) : 0 }))
    } catch (error) {
      if (refusalOf(error) === 'index_not_found_exception') throw new NotOpen('No index was filled yet.')
      throw error
    }
  }

  return {
    /** Galleries of an answer, in its order. @throws NotOpen before an index has been filled once. */
    find: (body: ReturnType<typeof searchRequest>): Promise<Hit[]> => search(searchedName, body, searchTimeoutMs),

    /** Documents that were last written before a time, by id. */
    listOlder: async (asked: Parameters<typeof olderRequest>[0]): Promise<GalleryId[]> =>
      (await search(galleryIndex, olderRequest(asked), writeTimeoutMs)).map(({ id }) => id),

    /** Makes the index if there is none, with its mapping: one that came by itself would guess it. */
    async prepare(): Promise<void> {
      try {
        await ask({ method: 'PUT', path: `/${galleryIndex}`, body: galleryMapping }, writeTimeoutMs)
      } catch (error) {
        if (refusalOf(error) !== 'resource_already_exists_exception') throw error
      }
    },

    /** From now on this index is searched. The release that brings the next one takes the name from this one. */
    async open(): Promise<void> {
      const actions = [{ add: { index: galleryIndex, alias: searchedName } }]
      await ask({ method: 'POST', path: '/_aliases', body: { actions } }, writeTimeoutMs)
    },

    /**
     * Does all changes that are newer than what stands there.
     * @returns for each what became of it; `busy` may be tried again, `refused` would be refused again.
     */
    async write(changes: readonly IndexChange[]): Promise<('done' | 'busy' | 'refused')[]> {
      if (changes.length === 0) return []
      const lines = changes.flatMap((change): unknown[] => {
        const isKept = change.kind === 'keep'
        const { id, writtenAt } = isKept ? change.document : change
        const about = { _id: id, version: writtenAt, version_type: 'external' }
        return isKept ? [{ index: about }, change.document] : [{ delete: about }]
      })
      const bulkBody = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      const { body } = await client.transport.request(
        { method: 'POST', path: `/${galleryIndex}/_bulk`, bulkBody },
        { requestTimeout: writeTimeoutMs },
      )
      return BulkAnswer.parse(body).items.map((item) => outcomeOf(Object.values(item)[0]?.status ?? 500))
    },
  }
}

/** The reason that the server names, if it was the server that refused. */
const refusalOf = (error: unknown): string | undefined => Refusal.safeParse(error).data?.body?.error.type
export type SearchIndex = ReturnType<typeof searchIndex>
