import { retried, tryAgain } from '#functions/shared/table/retried.ts'
import { senderTrace } from '#functions/shared/table/traces.ts'
import type { Key, Put, Table, Write } from '#functions/shared/table/writes.ts'
import { is, put, remove } from '#functions/shared/table/writes.ts'
import { epochSeconds } from '#functions/shared/time/clock.ts'
import { KeptCart } from '#schema/entities/kept-cart.ts'

const keyOf = (address: string): Key => ({ PK: `KEPTCART#${address}`, SK: 'KEPTCART' })

/** `before` is what was read: a write that another one was faster than is refused. */
export const keptCartPut = (before: KeptCart | undefined, cart: KeptCart): Put => {
  const key = keyOf(cart.address)
  return put(
    {
      ...key,
      ...cart,
      version: (before?.version ?? 0) + 1,
      ttl: epochSeconds(new Date(cart.expiresAt)),
      ...senderTrace(cart.email, key),
    },
    before ? { version: is.equal(before.version) } : 'absent',
  )
}

const hasOneOf = ({ items, galleries }: KeptCart, ids: readonly string[]): boolean =>
  items.some(({ photoId }) => ids.includes(photoId)) || galleries.some(({ galleryId }) => ids.includes(galleryId))

/** Carts of which somebody asked to be reminded, by the hash of their address. */
export const keptCartStore = (table: Table) => {
  const find = async (address: string): Promise<KeptCart | undefined> => {
    const item = await table.get(keyOf(address))
    return item && KeptCart.parse(item)
  }
  return {
    /** Also one whose time is over: the table removes it some hours later. */
    find,

    transact: (writes: readonly Write[]) => table.transact(writes),

    /**
     * Takes a wish back, by who had it. What was told of already stays: it says that this address has had its mail.
     * @param own The subjects of who asks.
     * @param of Photos and galleries of which it has one; empty for whatever it has.
     * @throws AppError `unavailable` where others were faster each time.
     */
    withdraw: (address: string, own: ReadonlySet<string>, of: readonly string[] = []): Promise<void> =>
      retried(8, 'unavailable', async () => {
        const cart = await find(address)
        if (!cart || !own.has(cart.subject) || cart.remindedAt !== null) return undefined
        if (of.length > 0 && !hasOneOf(cart, of)) return undefined
        const written = await table.write(remove(keyOf(address), { version: is.equal(cart.version) }))
        return written.ok ? undefined : tryAgain
      }),

    async forget(address: string): Promise<void> {
      await table.write(remove(keyOf(address), 'always'))
    },
  }
}
export type KeptCartStore = ReturnType<typeof keptCartStore>
