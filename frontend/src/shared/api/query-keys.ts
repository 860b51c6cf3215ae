type Named = { readonly method: string; readonly path: string }

/** Everything asked of one endpoint lies under this key. */
export const endpointKey = ({ method, path }: Named) => [method, path] as const

/** One question. */
export const requestKey = <R>(endpoint: Named, request: R) => [...endpointKey(endpoint), request] as const

/** A list that is read page by page, by the request for its first page. */
export const pagesKey = <R>(endpoint: Named, request: R) => [...endpointKey(endpoint), 'pages', request] as const
