import { useState } from 'react'
import { ApiError, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { toast } from '#frontend/ui/toast.tsx'

/** Asks for an address of the card provider and goes there. */
const useLeaveFor = (ask: () => Promise<{ url: string }>) => {
  const [busy, setBusy] = useState(false)
  const leave = async () => {
    setBusy(true)
    try {
      location.assign((await ask()).url)
    } catch (thrown) {
      toast({ title: 'Subscription error', description: sentenceOf(thrown) })
      setBusy(false)
    }
  }
  return { busy, open: () => void leave() }
}

const notYet = async (): Promise<{ url: string }> => {
  throw new ApiError({ code: 'unavailable' })
}
export const useSubscribe = () => useLeaveFor(notYet)
export const useOpenPortal = () => useLeaveFor(notYet)
