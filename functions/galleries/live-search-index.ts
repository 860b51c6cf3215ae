import type { SearchIndex } from './search-index.ts'

/**
 * The index of the collection that the stage chose, signed for the function's own region
 * (https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html). Its client is read when it is needed.
 */
export const liveSearchIndex = async (endpoint: string): Promise<SearchIndex> => {
  const { searchIndex } = await import('./search-index.ts')
  return searchIndex(endpoint, process.env.AWS_REGION)
}
