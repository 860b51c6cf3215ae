import { dayOf, stamp } from '#functions/shared/time/clock.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { limits } from '#schema/limits.ts'
import { trialView } from './trial-rules.ts'

/** How much a photographer may upload now. */
export type Room = {
  readonly plan: 'trial' | 'subscribed'
  readonly maxBytes: number
  /** Photos stored at once; `null` where only the day's number counts. */
  readonly maxPhotos: number | null
  readonly maxPhotosADay: number
  /** The UTC day that is counted, and how long it lasts. */
  readonly day: string
  readonly secondsToNextDay: number
}

const dayMs = 86_400_000

/** The plan's room (decision 41), or what an operator gave this photographer where that is more. */
export const roomOf = (profile: Profile, now: Date): Room => {
  const isSubscribed = trialView(profile, now).isSubscribed
  const { trial, subscribed } = limits.upload.plans
  const { maxBytes, photosADay } = isSubscribed ? subscribed : { maxBytes: trial.maxBytes, photosADay: trial.photos }
  const given = profile.uploadRoom
  return {
    plan: isSubscribed ? 'subscribed' : 'trial',
    maxBytes: Math.max(maxBytes, given?.maxBytes ?? 0),
    // More photos than the trial's are more stored photos and as many on one day.
    maxPhotos: isSubscribed ? null : Math.max(trial.photos, given?.photos ?? 0),
    maxPhotosADay: Math.max(photosADay, given?.photos ?? 0),
    day: dayOf(stamp(now)),
    secondsToNextDay: Math.ceil((dayMs - (now.getTime() % dayMs)) / 1_000),
  }
}
