import { useState } from 'react'
import { waitSentenceOf } from '#frontend/shared/api/api-error.ts'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { startDownload } from './start-download.ts'

type Link = Parameters<typeof startDownload>[0]
/** A call that answers with a link to a file, as `useEndpoint` gives it. */
export type AskForLink<R> = {
  mutate: (request: R, on: { onSuccess: (link: Link) => void; onError: (error: Error) => void }) => void
  isPending: boolean
  variables: R | undefined
}

/**
 * Saves a file by a link that is asked for at the press; one at a time, as only the latest `mutate` is told of its answer.
 * @param otherwise What is said when there is no link, unless the server says how long to wait.
 */
export const useSaving = <R>(ask: AskForLink<R>, otherwise = 'The download did not start. Please try again.') => {
  const [problem, setProblem] = useState<string>()
  const save = (request: R, about: Readonly<Record<string, number>>) => {
    setProblem(undefined)
    ask.mutate(request, {
      onSuccess: startDownload,
      onError: (error) => {
        logWarning('download_failed', { error: errorName(error), ...about })
        setProblem(waitSentenceOf(error) ?? otherwise)
      },
    })
  }
  return { save, problem, saving: ask.isPending ? ask.variables : undefined }
}
