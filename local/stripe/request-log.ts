import { appendFileSync } from 'node:fs'

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

/** Everything of a request and its answer, for a judge of both (`scripts/outside/parts/stripe.ts`). */
export type RecordedRequest = {
  method: string
  path: string
  query: string
  body: string
  account?: string | undefined
  status: number
  answer: string
}

/** Keeps whole requests in the file that `STRIPE_RECORD` names, a line each; nothing where nobody asks for it. */
export const recordRequest = (request: RecordedRequest, file = process.env.STRIPE_RECORD): void => {
  if (file !== undefined) appendFileSync(file, `${JSON.stringify(request)}\n`)
}
