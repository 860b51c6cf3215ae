import { afterAll, beforeAll } from 'vitest'
import { searchIndex } from '#functions/galleries/search-index.ts'
import { indexedMarket } from '#test/support/search/indexed-market.ts'
import { searchContract } from '#test/support/search/search-contract.ts'
import { type SearchStandIn, searchStandIn } from '#test/support/search/stand-in.ts'

/** A real OpenSearch, where `npm run outside -- search` started one; it may be emptied. */
const real = process.env.OPENSEARCH_URL

let standIn: SearchStandIn | undefined
beforeAll(async () => {
  if (real === undefined) standIn = await searchStandIn()
})
afterAll(() => standIn?.close())

const atReal = async (method: string, path: string): Promise<void> => {
  const { ok, status } = await fetch(`${real}${path}`, { method })
  if (!ok && status !== 404) throw new Error(`${method} ${path} answered ${status}`)
}
const emptied = async (): Promise<void> => {
  if (standIn) standIn.reset()
  else await atReal('DELETE', '/galleries-1')
}
const refreshed = async (): Promise<void> => {
  if (standIn) standIn.refresh()
  else await atReal('POST', '/galleries-1/_refresh')
}

searchContract(real === undefined ? 'the search in an index' : 'the search in OpenSearch', async (parts) => {
  await emptied()
  const market = indexedMarket(parts, searchIndex(real ?? standIn?.url ?? ''))
  await market.fill()
  return {
    search: market.search,
    settle: async () => {
      const { batchItemFailures } = await market.follow(market.changes())
      if (batchItemFailures.length > 0) throw new Error('The index took not all.')
      await refreshed()
    },
  }
})
