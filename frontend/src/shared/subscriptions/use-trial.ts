import { useMe } from '#frontend/shared/session/me.ts'

export type Trial = {
  loading: boolean
  /** What is gated is locked. A check that failed counts as expired (specification, section 4). */
  isExpired: boolean
  daysRemaining: number
  isSubscribed: boolean
  /** The last payment failed: there is a subscription, whose card is to be changed. */
  isPastDue: boolean
  /** The check itself failed. */
  isUnknown: boolean
  checkAgain: () => void
}

export const useTrial = (): Trial => {
  const { data, isPending, isError, refetch } = useMe()
  return {
    loading: isPending,
    isExpired: !isPending && (data?.trial.isExpired ?? true),
    daysRemaining: data?.trial.daysRemaining ?? 0,
    isSubscribed: data?.trial.isSubscribed ?? false,
    isPastDue: data?.trial.isPastDue ?? false,
    isUnknown: isError && data === undefined,
    checkAgain: () => void refetch(),
  }
}
