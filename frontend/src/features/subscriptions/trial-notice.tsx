import { useState } from 'react'
import { useAddress } from '#frontend/shared/address/use-address.ts'
import { type Trial, useTrial } from '#frontend/shared/subscriptions/use-trial.ts'
import { limits } from '#schema/limits.ts'
import { useReturnFromSubscribing } from './queries.ts'
import { SubscriptionDialog } from './subscription-dialog.tsx'

const storageKey = 'trial_notice_day'
const today = () => new Date().toDateString()
const wasShownToday = () => localStorage.getItem(storageKey) === today()
const noteShown = () => {
  try {
    localStorage.setItem(storageKey, today())
  } catch {
    // Storage is full or forbidden: it is said once more on the next visit.
  }
}

const isDue = ({ loading, isExpired, isSubscribed, isUnknown, daysRemaining }: Trial): boolean => {
  if (loading || isSubscribed || isUnknown) return false
  if (isExpired) return true
  return daysRemaining > 0 && daysRemaining <= limits.trial.reminderDays && !wasShownToday()
}

/**
 * Opens by itself on every guarded page once the trial is over, and once a day while 14 days or fewer remain
 * (specification, section 4: both readings, as ruled).
 */
export const TrialNotice = () => {
  const trial = useTrial()
  const [isRead, setIsRead] = useState(false)
  const { read, change } = useAddress()
  const isReturning = read('subscription') === 'started'
  useReturnFromSubscribing({ isReturning, onDone: () => change({ subscription: undefined }, { replace: true }) })
  if (isReturning || isRead || !isDue(trial)) return null
  const close = () => {
    noteShown()
    setIsRead(true)
  }
  return <SubscriptionDialog trial={trial} onClose={close} />
}
