import type { OwnPhoto } from '#schema/api/photos.ts'
import type { PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

export type Arrived = Pick<OwnPhoto, 'state' | 'reason'>
/** Looks at many photos in one call; those that are gone are left out. */
export type LookAtMany = (photoIds: readonly PhotoId[]) => Promise<readonly (Arrived & Pick<OwnPhoto, 'id'>)[]>

/** Before each look at a photo that is being made ready, in milliseconds: most are within three seconds. */
const soonMs = [400, 700, 1_000, 1_500, 2_000] as const
/** After a minute something is stuck, or the queue is long: neither changes by looking. */
const minuteOfLooks = 23
const waitBefore = (look: number): number => soonMs[look] ?? (look < minuteOfLooks ? 3_000 : 10_000)
/** Some five minutes. */
const mostLooks = 45

/** The least time between two looks at anything, by how many photos are on their way: long lists cost no more calls. */
const leastBetweenLooks = (photos: number): number => {
  if (photos <= 10) return 400
  return photos <= 100 ? 1_500 : 3_000
}

const gone: Arrived = { state: 'deleted', reason: 'This photo has been deleted.' }

type Place = { readonly key: string; readonly photoId: PhotoId; looks: number; dueMs: number }
type Parts = {
  look: LookAtMany
  pause: (ms: number) => Promise<void>
  /** How many photos are on their way, these included. */
  underWay: () => number
  /** `photo` is `undefined` when it was looked at often enough. */
  onDone: (key: string, photo: Arrived | undefined) => void
}

/** Photos whose files have arrived: looked at together until each is ready, kept or failed. */
export const createPhotoPolling = ({ look, pause, underWay, onDone }: Parts) => {
  const awaited = new Map<string, Place>()
  let isWatching = false

  const judge = (place: Place, photo: Arrived | undefined) => {
    place.looks += 1
    place.dueMs = waitBefore(place.looks)
    const isDone = photo !== undefined && photo.state !== 'pending'
    if (!isDone && place.looks < mostLooks) return
    awaited.delete(place.key)
    onDone(place.key, isDone ? photo : undefined)
  }

  const lookAt = async (places: readonly Place[]) => {
    const answer = await look(places.map(({ photoId }) => photoId)).catch(() => undefined)
    const found = new Map(answer?.map((photo) => [photo.id, photo]))
    for (const place of places) {
      const isStillAwaited = awaited.get(place.key) === place
      if (isStillAwaited) judge(place, answer && (found.get(place.photoId) ?? gone))
    }
  }

  const watch = async () => {
    while (awaited.size > 0) {
      const stepMs = leastBetweenLooks(underWay())
      await pause(stepMs)
      for (const place of awaited.values()) place.dueMs -= stepMs
      const due = [...awaited.values()].filter(({ dueMs }) => dueMs <= 0)
      if (due.length > 0) await lookAt(due.slice(0, limits.upload.lookAtOnce))
    }
    isWatching = false
  }

  return {
    follow: (key: string, photoId: PhotoId) => {
      awaited.set(key, { key, photoId, looks: 0, dueMs: waitBefore(0) })
      if (isWatching) return
      isWatching = true
      void watch()
    },
    has: (key: string) => awaited.has(key),
    drop: (key: string) => awaited.delete(key),
  }
}
