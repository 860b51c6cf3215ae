import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Send } from '#functions/shared/queue/queue.ts'
import { afterHours, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Zips } from '#schema/api/zips.ts'
import type { ZipOwner, ZipSet } from '#schema/entities/zip-set.ts'
import type { AppError } from '#schema/errors.ts'
import type { ZipTask } from '#schema/events/zip.ts'
import { limits } from '#schema/limits.ts'
import type { ZipSetStore } from './zip-set-store.ts'
import { addedSince, type Contents, isCurrent, isUnderWay, zipsView } from './zip-state.ts'

export type BeginParts = { sets: ZipSetStore; send: Send; ids: Pick<IdMaker, 'zip'>; now: Clock }
type Wish = Contents & {
  owner: ZipOwner
  /** Whose work it is in the queue, where others' comes between: who has many sets made waits for themselves. */
  group: string
  /** Where a set that is there is not always kept until it is over or fails. */
  isKept?: (set: ZipSet, at: Date) => boolean
  /** How often may be begun: whom it refuses, and what counts. `room`: what a set takes of what others have to share. */
  throttle?: {
    refusal: () => Promise<AppError | undefined>
    count: () => Promise<unknown>
    room: { take: () => Promise<void>; giveBack: () => Promise<void> }
  }
}

/** A set of which nothing is made yet. */
type Started = Pick<Wish, 'owner' | 'contents' | 'wholeFiles'> & { seen?: ZipSet | undefined }
export const newSet = (id: ZipSet['id'], { owner, contents, wholeFiles, seen }: Started, at: Date): ZipSet => ({
  id,
  owner,
  contents,
  wholeFiles,
  state: 'planning',
  // One that was never planned has no parts, and has not removed those before it.
  replaces: seen?.state === 'planning' ? seen.replaces : (seen?.id ?? null),
  partCount: 0,
  partsDone: 0,
  files: 0,
  bytes: 0,
  missing: 0,
  askedAt: stamp(at),
  sentAt: null,
  failedAt: null,
  readyAt: null,
  expiresAt: stamp(afterHours(at, 24 * limits.zip.keptDays)),
})

/**
 * What is being packed ends as it began, whatever is added meanwhile; what is ready is packed anew once there is more, and
 * where it lacks something that may be there by now.
 */
const isGood =
  ({ contents, wholeFiles }: Contents) =>
  (set: ZipSet, at: Date): boolean =>
    isCurrent(set, { contents, at }) &&
    (set.state === 'ready' ? set.missing === 0 && addedSince(set, { wholeFiles }) === 0 : isUnderWay(set, at))

/**
 * Has what an owner asks for packed, unless it is packed, or under way, already. Two who ask at once begin one set. Where the
 * request dies before the queue took it, the next one hands it over: a message too many does no harm.
 */
export const beginZips = async (parts: BeginParts, wish: Wish): Promise<Zips> => {
  const { sets, send, ids, now } = parts
  const { owner, contents, wholeFiles } = wish
  const at = now()
  const seen = await sets.find(owner)
  let set = seen
  if (!seen || !(wish.isKept ?? isGood(wish))(seen, at)) {
    const refusal = await wish.throttle?.refusal()
    if (refusal) throw refusal
    await wish.throttle?.room.take()
    const begun = newSet(ids.zip(), { ...wish, seen }, at)
    const isFirst = await sets.begin(begun, seen)
    set = isFirst ? begun : await sets.find(owner)
    // Of many who ask at once one has begun, and one is counted. It is begun by now, whatever the count says.
    await (isFirst ? wish.throttle?.count() : wish.throttle?.room.giveBack())?.catch(() => {})
  }
  if (set && set.state !== 'ready' && set.sentAt === null) {
    const { group } = wish
    const task: ZipTask = { kind: 'plan', owner, zipId: set.id, group }
    await send('ZIPS_QUEUE_URL', [task], { group })
    await sets.noteSent(set, stamp(now()))
  }
  return zipsView(parts, { set, contents, wholeFiles })
}
