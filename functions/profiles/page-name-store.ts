import * as z from 'zod'
import { type Chore, chorePut } from '#functions/chores/chore-writes.ts'
import { traceOf } from '#functions/shared/table/traces.ts'
import type { Expectation, Key, Table, Write } from '#functions/shared/table/writes.ts'
import { is, put, update } from '#functions/shared/table/writes.ts'
import { afterHours, stamp } from '#functions/shared/time/clock.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { UserId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { Timestamp } from '#schema/text.ts'
import { profileKeys } from './profile-store.ts'

export const pageNameKeys = {
  owner: (name: string): Key => ({ PK: `SUBDOMAIN#${name}`, SK: 'OWNER' }),
}

/** Whose a page name is. One that was given up stays closed to others for a while, so that old links mislead nobody. */
export const PageNameClaim = z.object({
  name: z.string(),
  userId: UserId,
  claimedAt: Timestamp,
  quarantinedUntil: Timestamp.nullable(),
})
export type PageNameClaim = z.infer<typeof PageNameClaim>

/** Whether this user may take the name: nobody has it, or it was theirs, or its quarantine is over. */
export const isFreeFor = (claim: PageNameClaim | undefined, userId: UserId, now: Date): boolean =>
  claim === undefined ||
  claim.userId === userId ||
  (claim.quarantinedUntil !== null && new Date(claim.quarantinedUntil) <= now)

const quarantineEnd = (now: Date): string => stamp(afterHours(now, limits.pageName.quarantineDays * 24))

/** Page names: one item a name, so that a name has one owner however many ask at once. */
export const pageNameStore = (table: Table) => {
  const find = async (name: string): Promise<PageNameClaim | undefined> => {
    const item = await table.get(pageNameKeys.owner(name))
    return item && PageNameClaim.parse(item)
  }

  return {
    find,

    /** The claims on these names; names that nobody has are left out. */
    async findMany(names: readonly string[]): Promise<PageNameClaim[]> {
      const items = await table.getMany(names.map((name) => pageNameKeys.owner(name)))
      return items.map((item) => PageNameClaim.parse(item))
    },

    /**
     * Takes the name, gives up the old one and changes the profile, all or nothing.
     * @returns `taken` when somebody else has the name, `changed` when the profile changed meanwhile.
     */
    async claim(profile: Profile, name: string, { now, chore }: Claiming): Promise<'claimed' | 'taken' | 'changed'> {
      const standing = await find(name)
      if (!isFreeFor(standing, profile.userId, now)) return 'taken'
      const claim: PageNameClaim = { name, userId: profile.userId, claimedAt: stamp(now), quarantinedUntil: null }
      const key = pageNameKeys.owner(name)
      const asFound: Expectation = standing
        ? { userId: is.equal(standing.userId), quarantinedUntil: is.equal(standing.quarantinedUntil) }
        : 'absent'
      const result = await table.transact([
        put({ ...key, ...claim, ...traceOf(profile.userId, key) }, asFound),
        update(profileKeys.profile(profile.userId), {
          set: { subdomain: name },
          add: { version: 1 },
          when: { subdomain: is.equal(profile.subdomain), deletionRequestedAt: is.equal(null) },
        }),
        chorePut(chore),
        ...givingUp(profile, now),
      ])
      if (result.ok) return 'claimed'
      return result.failures[0] ? 'taken' : 'changed'
    },
  }
}
export type PageNameStore = ReturnType<typeof pageNameStore>
type Claiming = { now: Date; chore: Chore }

const givingUp = ({ subdomain, userId }: Profile, now: Date): Write[] =>
  subdomain === null
    ? []
    : [
        update(pageNameKeys.owner(subdomain), {
          set: { quarantinedUntil: quarantineEnd(now) },
          when: { userId: is.equal(userId) },
        }),
      ]
