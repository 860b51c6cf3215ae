const view = 'view'
const receipt = 'receipt'

/** Whether an order's address asks for its receipt. */
export const asksForReceipt = (search: URLSearchParams): boolean => search.get(view) === receipt

/** The same order, as a receipt; relative to the order's page. */
export const searchOfReceipt = (search: URLSearchParams): string => {
  const next = new URLSearchParams(search)
  next.set(view, receipt)
  return `?${next.toString()}`
}

/** The same order, as the page that has the files. */
export const searchOfOrder = (search: URLSearchParams): string => {
  const next = new URLSearchParams(search)
  next.delete(view)
  return `?${next.toString()}`
}
