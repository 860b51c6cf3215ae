type PageOf<T> = { items: readonly T[]; nextCursor?: string | undefined }

/**
 * All of a list that is served page by page, for what needs the whole: counters, a file for a spreadsheet.
 * @param load Fetches the page at a cursor; `undefined` is the first.
 */
export const allPages = async <T>(load: (cursor: string | undefined) => Promise<PageOf<T>>): Promise<T[]> => {
  const items: T[] = []
  let cursor: string | undefined
  do {
    const page = await load(cursor)
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== undefined)
  return items
}
