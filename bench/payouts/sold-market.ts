import { BatchWriteItemCommand, type DynamoDBClient, type WriteRequest } from '@aws-sdk/client-dynamodb'
import { marshall } from '@aws-sdk/util-dynamodb'
import { balanceAdd } from '#functions/payments/balance-writes.ts'
import { earningPut } from '#functions/payments/earning-writes.ts'
import { journalKeys, journalPut } from '#functions/payments/journal-entries.ts'
import { saleEntry, sharesOf } from '#functions/payments/sale.ts'
import { payAccountStore } from '#functions/payouts/pay-account-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import type { LocalSystem } from '#local/local-system.ts'
import type { UserId } from '#schema/ids.ts'
import { feeOf, pence } from '#schema/money.ts'
import { orderIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { anOrder, anOrderItem } from '#test/support/builders/order.ts'
import { aPayAccount } from '#test/support/builders/pay-account.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

/** A photographer and how many photos they sold, each to a buyer of its own. */
type Group = { readonly sellers: number; readonly salesEach: number }
export type Sold = { sellerId: UserId; orderIds: string[] }

const minuteMs = 60_000
/** What the market sold: £5 to £30, as no two sums of a seller should be alike. */
const priceOf = (n: number) => pence(500 + ((n * 7_919) % 2_501))
const sellersAtOnce = 500
const itemsPerRequest = 25
const requestsAtOnce = 8

/**
 * Puts sold photos into a new local system, as if they had been paid for 49 hours ago: shares and balances in the shapes
 * that their stores write, charges and accounts at Stripe's stand-in. @returns the sellers of each group.
 */
export const loadSoldMarket = async (
  { system, client, say }: { system: LocalSystem; client: DynamoDBClient; say: (line: string) => void },
  groups: readonly Group[],
): Promise<Sold[][]> => {
  const paidFrom = system.clock.now().getTime() - 50 * 60 * minuteMs
  const at = new Date(paidFrom).toISOString()
  let sellerCount = 0
  let saleCount = 0
  let itemCount = 0
  const began = performance.now()

  const load = async (count: number, salesEach: number): Promise<Sold[]> => {
    const sellers = Array.from({ length: count }, () => ({ n: ++sellerCount, userId: userIdOf(sellerCount) }))
    const sales = sellers.flatMap(({ userId }) => Array.from({ length: salesEach }, () => ({ n: ++saleCount, userId })))
    const { accounts, charges } = await system.stripe.control.stock({
      accounts: sellers.map(({ n, userId }) => ({ email: `seller-${n}@example.com`, metadata: { user_id: userId } })),
      charges: sales.map(({ n }) => ({ amountPence: priceOf(n), transferGroup: orderIdOf(n) })),
    })
    const items: Item[] = []
    for (const [index, { n, userId }] of sellers.entries()) {
      const table = fakeTable()
      await profileStore(table).create(
        aProfile({ userId, email: `seller-${n}@example.com`, displayName: `Seller ${n}`, subdomain: `seller-${n}` }),
      )
      await payAccountStore(table).create(
        aPayAccount({ userId, stripeAccountId: accounts[index] ?? '', checkedAt: at }),
      )
      for (let sale = 0; sale < salesEach; sale++) {
        const number = saleCount - sales.length + index * salesEach + sale + 1
        await table.transact(
          saleWrites(number, userId, {
            // Sales of different sellers lie between those of one, as they would.
            paidAt: new Date(paidFrom + ((number * 7_919) % 3_600) * 1_000),
            chargeId: charges[index * salesEach + sale] ?? '',
          }),
        )
      }
      items.push(...table.all())
    }
    await writeItems(client, system.table.name, items)
    itemCount += items.length
    return sellers.map(({ userId }, index) => ({
      sellerId: userId,
      orderIds: sales.slice(index * salesEach, (index + 1) * salesEach).map((sale) => orderIdOf(sale.n)),
    }))
  }

  const loaded: Sold[][] = []
  for (const { sellers, salesEach } of groups) {
    const group: Sold[] = []
    while (group.length < sellers)
      group.push(...(await load(Math.min(sellersAtOnce, sellers - group.length), salesEach)))
    loaded.push(group)
  }
  say(`${saleCount} sales of ${sellerCount} sellers, ${itemCount} items, loaded in ${seconds(began)} s`)
  return loaded
}

const seconds = (began: number) => ((performance.now() - began) / 1_000).toFixed(0)

/** What a paid order leaves of one photo: its share, the seller's balance, the journal's entry. */
const saleWrites = (n: number, photographerId: UserId, payment: { paidAt: Date; chargeId: string }) => {
  const pricePence = priceOf(n)
  const feePence = feeOf(pricePence)
  const order = anOrder({
    id: orderIdOf(n),
    number: `DS-${String(n).padStart(8, '0')}`,
    totalPence: pricePence,
    feePence,
  })
  const item = anOrderItem({
    orderId: order.id,
    photoId: photoIdOf(n),
    photographerId,
    pricePence,
    netPence: pricePence,
    feePence,
    sharePence: pence(pricePence - feePence),
  })
  const shares = sharesOf(order, [item], payment)
  const entry = saleEntry(order, shares, payment.paidAt)
  return [
    ...shares.flatMap((share) => [
      earningPut(share),
      balanceAdd(share.sellerId, { add: { pendingPence: share.amountPence, totalEarnedPence: share.amountPence } }),
    ]),
    journalPut(journalKeys.ofSale(order.id, entry), entry),
  ]
}

const writeItems = async (client: DynamoDBClient, tableName: string, items: readonly Item[]) => {
  const requests = items.map(
    (item): WriteRequest => ({ PutRequest: { Item: marshall(item, { removeUndefinedValues: true }) } }),
  )
  const starts = Array.from({ length: Math.ceil(requests.length / itemsPerRequest) }, (_, n) => n * itemsPerRequest)
  const write = async () => {
    for (let start = starts.pop(); start !== undefined; start = starts.pop()) {
      const batch = requests.slice(start, start + itemsPerRequest)
      const answer = await client.send(new BatchWriteItemCommand({ RequestItems: { [tableName]: batch } }))
      if (Object.keys(answer.UnprocessedItems ?? {}).length > 0) throw new Error('The table left items out.')
    }
  }
  await Promise.all(Array.from({ length: requestsAtOnce }, write))
}
