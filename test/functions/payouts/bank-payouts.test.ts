import { describe, expect, test } from 'vitest'
import { bankReturnOf } from '#functions/payouts/bank-return.ts'
import { api } from '#schema/api/all.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import type { Step } from '#test/support/payments/interrupted.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'
import { violationsAtRest } from '#test/support/sim/money-checks.ts'

const seller = userIdOf(1)

/** A photographer whose £13.50 lie in their payout account and are on their way to their bank. */
const setup = async ({ wantsMail = true } = {}) => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, [1500])
  if (!wantsMail) await world.addProfile(aProfile({ userId: seller, emailNotifications: false }))
  const accountId = await world.openAccount(seller)
  await world.sell(photos)
  world.clock.forward({ hours: 48 })
  await world.runRelease()
  await world.weeklyPayouts()
  await world.deliverAll()
  for (let run = 0; run < 2; run++) await world.sendOutbox()
  const mailsBefore = world.mails.length
  const bankPayout = world.stripe.payOutToBank(accountId, 1350)
  const books = () =>
    JSON.stringify(
      world.table.all().filter(({ PK, SK }) => /^(ORDER|LEDGER|PAYOUT)#/.test(String(PK)) || SK === 'BALANCE'),
    )
  const notice = async () => (await world.balance(request(api.payouts.endpoints.balance, { caller: seller }))).notice
  const newMails = async () => {
    for (let run = 0; run < 3; run++) await world.sendOutbox()
    return world.mails.slice(mailsBefore).map(({ subject }) => subject)
  }
  return { world, stripe: world.stripe, accountId, bankPayout, books, notice, newMails }
}

const returned = /^Your bank sent a payout of £13\.50 back\..*Update Payout Account/

describe('a payout that the bank sends back', () => {
  test.each([
    ['before it arrived', ['returned']],
    ['after it arrived', ['arrived', 'returned']],
  ] as const)('%s is told on the balance page and by mail, once, and moves no penny of ours', async (_, ends) => {
    const { world, stripe, bankPayout, books, notice, newMails } = await setup()
    const before = books()
    for (const end of ends) {
      world.clock.forward({ hours: 30 })
      stripe.endBankPayout(bankPayout, end)
      const news = world.takeNews()
      for (const message of [...news, ...news]) await world.handle(message)
    }
    expect(await notice()).toMatch(returned)
    expect(await newMails()).toEqual(['Your bank sent £13.50 back'])
    expect(books()).toBe(before)
    expect(violationsAtRest(world)).toEqual([])
  })

  test('is told whichever of its news comes first', async () => {
    const { world, stripe, bankPayout, notice, newMails } = await setup()
    stripe.endBankPayout(bankPayout, 'arrived')
    world.clock.forward({ hours: 1 })
    stripe.endBankPayout(bankPayout, 'returned')
    for (const message of world.takeNews().toReversed()) await world.handle(message)
    expect(await notice()).toMatch(returned)
    expect(await newMails()).toHaveLength(1)
  })

  test('is forgotten once a later one arrived, and its late news do not bring it back', async () => {
    const { world, stripe, accountId, bankPayout, notice, newMails } = await setup()
    stripe.endBankPayout(bankPayout, 'returned')
    const [late] = world.takeNews()
    if (!late) throw new Error('Stripe said nothing.')
    await world.handle(late)
    expect(await notice()).toMatch(returned)
    world.clock.forward({ hours: 48 })
    stripe.endBankPayout(stripe.payOutToBank(accountId, 1350), 'arrived')
    await world.deliverAll()
    expect(await notice()).toBeNull()
    await world.handle(late)
    expect(await notice()).toBeNull()
    expect(await newMails()).toHaveLength(1)
  })

  test('stays told while an earlier one arrives, and while the next is under way', async () => {
    const { world, stripe, accountId, bankPayout, notice } = await setup()
    const second = stripe.payOutToBank(accountId, 500)
    stripe.endBankPayout(bankPayout, 'arrived')
    world.clock.forward({ hours: 1 })
    stripe.endBankPayout(second, 'returned')
    stripe.payOutToBank(accountId, 500)
    await world.deliverAll()
    expect(await notice()).toMatch(/£5\.00 back/)
  })

  test('twice in a row is told twice', async () => {
    const { world, stripe, accountId, bankPayout, newMails } = await setup()
    stripe.endBankPayout(bankPayout, 'returned')
    await world.deliverAll()
    world.clock.forward({ hours: 24 })
    stripe.endBankPayout(stripe.payOutToBank(accountId, 1350), 'returned')
    await world.deliverAll()
    expect(await newMails()).toEqual(['Your bank sent £13.50 back', 'Your bank sent £13.50 back'])
  })

  test('is mailed even to who switched news off: the money waits for what they do', async () => {
    const { world, stripe, bankPayout, notice, newMails } = await setup({ wantsMail: false })
    stripe.endBankPayout(bankPayout, 'returned')
    await world.deliverAll()
    expect(await notice()).toMatch(returned)
    expect(await newMails()).toEqual(['Your bank sent £13.50 back'])
  })

  test('is kept when the account is read anew at the same moment', async () => {
    const { world, stripe, accountId, bankPayout, notice } = await setup()
    stripe.endBankPayout(bankPayout, 'returned')
    const [news] = world.takeNews()
    stripe.changeAccount(accountId, { canReceive: true })
    const [account] = world.takeNews()
    if (!news || !account) throw new Error('Stripe said nothing.')
    world.clock.forward({ seconds: 1 })
    const between: Step = async (call, moment) => {
      if (call === 'stripe.findAccount' && moment === 'after') await world.handle(news)
      return undefined
    }
    await world.as(between).handle(account)
    expect(await notice()).toMatch(returned)
  })

  test('of an account that is not ours changes nothing', async () => {
    const { world, stripe, bankPayout, notice } = await setup()
    stripe.endBankPayout(bankPayout, 'returned')
    const [news] = world.takeNews()
    if (!news) throw new Error('Stripe said nothing.')
    const foreign = { ...news, message: { ...Object(news.message), accountId: 'acct_of_another_platform' } }
    await world.handle(foreign)
    expect(await notice()).toBeNull()
  })
})

test('a payout to the bank that was cancelled is told with what to do', async () => {
  const { world, stripe, bankPayout, notice, newMails } = await setup()
  stripe.endBankPayout(bankPayout, 'cancelled')
  await world.deliverAll()
  expect(await notice()).toMatch(/^A payout of £13\.50 to your bank was cancelled/)
  expect(await newMails()).toEqual(['A payout of £13.50 to your bank was cancelled'])
})

test('what ends in the same second counts as come back', () => {
  const at = { amountPence: 1350, endedAt: new Date('2030-01-01T10:00:00.000Z') }
  const payouts = [
    { ...at, id: 'po_2', state: 'arrived' },
    { ...at, id: 'po_1', state: 'returned' },
  ] as const
  expect(bankReturnOf(payouts)).toMatchObject({ bankPayoutId: 'po_1' })
  expect(bankReturnOf(payouts.toReversed())).toMatchObject({ bankPayoutId: 'po_1' })
})
