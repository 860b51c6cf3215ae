import { expect, test } from 'vitest'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import { earningPut } from '#functions/payments/earning-writes.ts'
import { summaryPut } from '#functions/payments/sales-of-day.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { pence } from '#schema/money.ts'
import { anEarning } from '#test/support/builders/earning.ts'
import { orderIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const seller = userIdOf(1)

const setup = async (profile: Partial<Profile> = {}, startsAt = '2030-06-14T21:00:00.000Z') => {
  const parts = marketParts({ startsAt })
  await parts.profiles.create(aProfile({ salesByDay: true, ...profile }))
  const jobs = finishChores(parts)
  let orders = 0
  return {
    table: parts.table,
    sell: async (paidAt: string, amountPence = 1_350) => {
      orders += 1
      const share = { orderId: orderIdOf(orders), sellerId: seller, paidAt, amountPence: pence(amountPence) }
      await parts.table.transact([earningPut(anEarning(share)), summaryPut(anEarning(share), parts.now())])
    },
    runJobs: async (at: string) => {
      parts.setTime(at)
      await jobs()
    },
    mails: () => parts.table.all().filter(({ PK }) => String(PK).startsWith('OUTBOX#')),
  }
}

test('the sales of a day, as London counts days, are one mail in the morning after', async () => {
  const { sell, runJobs, mails } = await setup()
  // 00:30 on the 14th and 23:30 on the 14th in London's summer; the third is of the 15th.
  await sell('2030-06-13T23:30:00.000Z')
  await sell('2030-06-14T22:30:00.000Z')
  await sell('2030-06-14T23:30:00.000Z')
  await runJobs('2030-06-15T05:59:59.000Z')
  expect(mails()).toEqual([])
  await runJobs('2030-06-15T06:00:01.000Z')
  await runJobs('2030-06-15T08:00:00.000Z')
  expect(mails()).toMatchObject([
    { template: 'sales-of-day', to: aProfile().email, data: { day: '2030-06-14', orders: 2, sharePence: 2_700 } },
  ])
  await runJobs('2030-06-16T06:00:01.000Z')
  expect(mails().map(({ data }) => data)).toMatchObject([{ orders: 2 }, { day: '2030-06-15', orders: 1 }])
})

test('nobody who switched news off is sent it', async () => {
  const { sell, runJobs, mails } = await setup({ emailNotifications: false })
  await sell('2030-06-14T12:00:00.000Z')
  await runJobs('2030-06-15T06:00:01.000Z')
  expect(mails()).toEqual([])
})

test('what waits says whose it is, so that it goes with the account', async () => {
  const { sell, table } = await setup()
  await sell('2030-06-14T12:00:00.000Z')
  const chore = table.all().find(({ PK }) => String(PK).startsWith('CHORE#sum-up-sales'))
  expect(chore).toMatchObject({ ownerKey: `TRACES#${seller}` })
})
