/** One answered request, without anything of its contents. */
export type ApiRequest = { id: string | null; atMs: number; method: string; path: string; status: number | 'reset' }

const KEPT = 200

/** The last requests, newest first. */
export const requestLog = () => {
  const requests: ApiRequest[] = []
  return {
    add(request: ApiRequest) {
      requests.unshift(request)
      requests.length = Math.min(requests.length, KEPT)
    },
    list: (): readonly ApiRequest[] => [...requests],
  }
}

export type RequestLog = ReturnType<typeof requestLog>
