import { type AttributeValue, type DynamoDBClient, ScanCommand } from '@aws-sdk/client-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { Stripe } from 'stripe'
import { checkHold, checkSeller, type Violation } from '#functions/books/standing-checks.ts'
import { balanceOf } from '#functions/payments/balance-writes.ts'
import type { Transfer } from '#functions/payments/payments.ts'
import { transferOf } from '#functions/payments/stripe-payouts.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { LocalSystem } from '#local/local-system.ts'
import { type Balance, Earning } from '#schema/entities/earning.ts'
import { JournalEntry } from '#schema/entities/journal.ts'
import { UserId } from '#schema/ids.ts'
import { sumPence } from '#schema/money.ts'
import { checkPaidOut } from '#test/support/payments/calm-checks.ts'

export type Books = {
  sellers: number
  shares: number
  entries: number
  transfers: number
  paidPence: number
  availablePence: number
  pendingPence: number
  violations: readonly Violation[]
}

/**
 * Reads the whole table and every transfer of Stripe's stand-in, and runs the standing checks over each seller: shares,
 * balances and journal say the same (M8 to M11), each line of a payout has one transfer (M13), and what is paid is what
 * Stripe sent (M14).
 */
export const verifyBooks = async (system: LocalSystem, client: DynamoDBClient): Promise<Books> => {
  const balances: Balance[] = []
  const shares: Earning[] = []
  const entries: JournalEntry[] = []
  const read = async (after?: Record<string, AttributeValue>) => {
    const page = await client.send(new ScanCommand({ TableName: system.table.name, ExclusiveStartKey: after }))
    return { items: page.Items ?? [], next: page.LastEvaluatedKey }
  }
  for await (const { items } of eachPage(read)) {
    for (const marshalled of items) {
      const item = unmarshall(marshalled)
      if (item.SK === 'BALANCE') balances.push(balanceOf(UserId.parse(item.userId), item))
      else if (String(item.SK).startsWith('EARN#')) shares.push(Earning.parse(item))
      else if (String(item.SK).startsWith('JOURNAL#') || String(item.PK).startsWith('LEDGER#'))
        entries.push(JournalEntry.parse(item))
    }
  }

  const transfers = await allTransfers(system)
  const sharesOf = Map.groupBy(shares, ({ sellerId }) => sellerId)
  const transfersOf = Map.groupBy(transfers, ({ sellerId }) => sellerId)
  const entriesOf = new Map<string, JournalEntry[]>()
  for (const entry of entries) {
    for (const seller of new Set(entry.legs.map(({ account }) => account.split(':')[1]))) {
      if (seller === undefined) continue
      const known = entriesOf.get(seller)
      if (known) known.push(entry)
      else entriesOf.set(seller, [entry])
    }
  }
  const lines = new Set(transfers.map(({ payoutId, orderId }) => `${payoutId} ${orderId}`))
  const doubled: Violation[] =
    lines.size === transfers.length
      ? []
      : [{ rule: 'M13', subject: 'all', found: `${transfers.length} transfers of ${lines.size} lines` }]
  const now = system.clock.now()
  return {
    sellers: balances.length,
    shares: shares.length,
    entries: entries.length,
    transfers: transfers.length,
    paidPence: sumPence(balances.map(({ paidPence }) => paidPence)),
    availablePence: sumPence(balances.map(({ availablePence }) => availablePence)),
    pendingPence: sumPence(balances.map(({ pendingPence }) => pendingPence)),
    violations: [
      ...balances.flatMap((balance) => [
        ...checkSeller({
          balance,
          earnings: sharesOf.get(balance.userId) ?? [],
          entries: entriesOf.get(balance.userId) ?? [],
        }),
        ...checkPaidOut(balance, transfersOf.get(balance.userId) ?? []),
      ]),
      ...shares.flatMap((share) => checkHold(share, now)),
      ...doubled,
    ],
  }
}

const allTransfers = async (system: LocalSystem): Promise<Transfer[]> => {
  const url = new URL(system.stripe.url)
  const stripe = new Stripe(system.secrets.STRIPE_SECRET_ID.secretKey, {
    host: url.hostname,
    port: url.port,
    protocol: 'http',
    telemetry: false,
  })
  const found: Transfer[] = []
  for await (const transfer of stripe.transfers.list({ limit: 100 })) found.push(transferOf(transfer))
  return found
}
