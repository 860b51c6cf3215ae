import * as z from 'zod'
import { is, type Key, type Table, update } from '#functions/shared/table/writes.ts'
import type { UserId } from '#schema/ids.ts'
import type { Answer } from './payments.ts'

type Made = 'account' | 'customer'
const refusedKeys = {
  count: (userId: UserId, made: Made): Key => ({ PK: `USER#${userId}`, SK: `REFUSED#${made}` }),
}

const Refused = z.object({ count: z.int().min(0) })

/** How often the card provider refused for good to make something for a photographer. */
export const refusedKeyStore = (table: Pick<Table, 'get' | 'write'>) => ({
  async find(userId: UserId, made: Made): Promise<number> {
    const item = await table.get(refusedKeys.count(userId, made))
    return item ? Refused.parse(item).count : 0
  },
  /** Counts a refusal that was heard under the key of `seen`: of two that hear the same one, one counts it. */
  async note(userId: UserId, made: Made, seen: number): Promise<void> {
    await table.write(
      update(refusedKeys.count(userId, made), {
        set: { count: seen + 1 },
        when: { count: seen === 0 ? is.absentOr(is.equal(0)) : is.equal(seen) },
      }),
    )
  },
})
export type RefusedKeyStore = ReturnType<typeof refusedKeyStore>

type Wanted = { readonly userId: UserId; readonly made: Made; readonly key: string }

/**
 * Makes one changing call under a key that counts the definite refusals before it. Stripe repeats a refusal under its key
 * for a day or longer (https://docs.stripe.com/api/idempotent_requests): what refused it may be mended at once. A key that
 * was used for another request (an address that has changed since) is passed over at once: an account or customer made
 * under it, whose answer was lost, is empty and nobody's.
 */
export const underCountedKey =
  (refused: RefusedKeyStore) =>
  async <T>({ userId, made, key }: Wanted, call: (key: string) => Promise<Answer<T>>): Promise<Answer<T>> => {
    const attempt = async () => {
      const count = await refused.find(userId, made)
      const answer = await call(count === 0 ? key : `${key}:r${count}`)
      const isTaken = answer.kind === 'unknown' && answer.isOtherRequest === true
      if (isTaken || answer.kind === 'refused') await refused.note(userId, made, count)
      return { answer, isTaken }
    }
    const first = await attempt()
    return first.isTaken ? (await attempt()).answer : first.answer
  }
