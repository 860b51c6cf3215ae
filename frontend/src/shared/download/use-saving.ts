import { useEffect, useRef, useState } from 'react'
import { waitSentenceOf } from '#frontend/shared/api/api-error.ts'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { startDownload } from './start-download.ts'

type Link = Parameters<typeof startDownload>[0]
/** A call that answers with a link to a file, as `useEndpoint` gives it. */
export type AskForLink<R> = {
  mutateAsync: (request: R) => Promise<Link>
  isPending: boolean
  variables: R | undefined
}

/** Whether what asked is still on the page. */
const useIsShown = () => {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return isShown
}

/**
 * Saves a file by a link that is asked for at the press, also where its page was left by the time the link comes: what is
 * handed to `mutate` is not told of it then, the promise is
 * (https://tanstack.com/query/v5/docs/framework/react/guides/mutations#mutation-side-effects). One at a time: only the
 * latest shows as `saving`.
 * @param otherwise What is said when there is no link, unless the server says how long to wait.
 */
export const useSaving = <R>(ask: AskForLink<R>, otherwise = 'The download did not start. Please try again.') => {
  const [problem, setProblem] = useState<string>()
  const isShown = useIsShown()
  const saveNow = async (request: R, about: Readonly<Record<string, number>>) => {
    setProblem(undefined)
    try {
      startDownload(await ask.mutateAsync(request))
    } catch (error) {
      logWarning('download_failed', { error: errorName(error), ...about })
      const sentence = waitSentenceOf(error) ?? otherwise
      if (isShown.current) setProblem(sentence)
      else toast({ title: 'Download failed', description: sentence })
    }
  }
  const save = (request: R, about: Readonly<Record<string, number>>) => void saveNow(request, about)
  return { save, problem, saving: ask.isPending ? ask.variables : undefined }
}
