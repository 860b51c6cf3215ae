export type LoggedRequest = {
  readonly at: string
  readonly method: string
  /** Without the query, which may carry tokens. */
  readonly path: string
  readonly status: number
  readonly tookMs: number
}

/** The last requests, newest first, in memory only. */
export const requestLog = (length = 200) => {
  const requests: LoggedRequest[] = []
  return {
    add(request: LoggedRequest) {
      requests.unshift(request)
      requests.length = Math.min(requests.length, length)
    },
    all: (): readonly LoggedRequest[] => requests,
  }
}
