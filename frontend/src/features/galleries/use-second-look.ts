import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useStable } from '#frontend/ui/use-stable.ts'

/**
 * Reads once more what does not fit together, after all changes that are on their way: hearts are shown before they are
 * saved, and may have been taken away in another tab.
 * @returns whether it has been read again.
 */
export const useSecondLook = (isOdd: boolean, read: () => Promise<unknown>): boolean => {
  const isSaving = useIsMutating() > 0
  const [look, setLook] = useState<'first' | 'looking' | 'second'>('first')
  const isDue = isOdd && !isSaving && look === 'first'
  const readAgain = useStable(read)
  useEffect(() => {
    if (!isDue) return
    setLook('looking')
    void readAgain().finally(() => setLook('second'))
  }, [isDue, readAgain])
  return look === 'second'
}
