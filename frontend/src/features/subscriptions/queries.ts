import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { complain } from '#frontend/shared/api/complain.ts'
import { endpointKey, endpointQuery } from '#frontend/shared/api/endpoint-query.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { usePageRestored } from '#frontend/ui/use-page-restored.ts'
import { profiles } from '#schema/api/profiles.ts'
import { subscriptions } from '#schema/api/subscriptions.ts'

const { endpoints } = subscriptions

/** Trial and subscription as the card provider sees them: asked anew when somebody comes back from its pages. */
export const useSubscription = () => useQuery(endpointQuery(endpoints.get, {}, { staleFor: '10 s' }))

/** Asks for an address of the card provider and goes there. */
const useLeaveFor = (ask: () => Promise<{ url: string }>) => {
  const [busy, setBusy] = useState(false)
  usePageRestored(() => setBusy(false))
  const leave = async () => {
    setBusy(true)
    try {
      location.assign((await ask()).url)
    } catch (thrown) {
      complain('Subscription error')(thrown)
      setBusy(false)
    }
  }
  return { busy, open: () => void leave() }
}

export const useSubscribe = () => useLeaveFor(() => callEndpoint(endpoints.start, {}))
export const useOpenPortal = () => useLeaveFor(() => callEndpoint(endpoints.manage, {}))

/**
 * After returning from the card provider's page, the photographer is subscribed at once: the server asks the provider,
 * and the trial is read again. Until then nothing says that the trial has expired. A failing answer changes nothing,
 * since the provider's event still arrives.
 */
export const useReturnFromSubscribing = ({ isReturning, onDone }: { isReturning: boolean; onDone: () => void }) => {
  const queries = useQueryClient()
  const onDoneNow = useRef(onDone)
  useEffect(() => {
    onDoneNow.current = onDone
  })
  useEffect(() => {
    if (!isReturning) return
    const settle = async () => {
      const answer = await callEndpoint(endpoints.get, {}).catch(() => undefined)
      await queries.invalidateQueries({ queryKey: endpointKey(profiles.endpoints.me) })
      if (answer?.trial.isSubscribed) {
        toast({ kind: 'success', title: 'Subscribed', description: 'Thank you. Everything is open to you.' })
      }
      onDoneNow.current()
    }
    void settle()
  }, [isReturning, queries])
}
