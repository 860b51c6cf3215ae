import { useEffect } from 'react'
import { toast } from '#frontend/ui/toast.tsx'
import { sentenceOf } from './api-error.ts'

/**
 * Says by a toast that something could not be loaded, once for each failure. `error` is `null` while there is something
 * to show all the same; `description` is the sentence of the error's code when it is not given.
 */
export const useLoadFailure = (error: unknown, title: string, description?: string) => {
  useEffect(() => {
    if (error) toast({ title, description: description ?? sentenceOf(error) })
  }, [error, title, description])
}
