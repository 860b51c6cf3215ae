import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { endpointKey, pagesKey } from './query-keys.ts'

type Listed = InfiniteData<{ items: readonly { id: string }[] }>

/** What was deleted leaves every list of an endpoint that was read page by page, before any is asked for anew. */
export const dropListed = (queries: QueryClient, endpoint: Endpoint, id: string) =>
  queries.setQueriesData<Listed>(
    { queryKey: pagesKey(endpoint, {}) },
    (list) =>
      list && {
        ...list,
        pages: list.pages.map((page) => ({ ...page, items: page.items.filter((item) => item.id !== id) })),
      },
  )

/** Asks every question to these endpoints anew. */
export const askAnew = (queries: QueryClient, endpoints: readonly Endpoint[]) =>
  Promise.all(endpoints.map((each) => queries.invalidateQueries({ queryKey: endpointKey(each) })))
