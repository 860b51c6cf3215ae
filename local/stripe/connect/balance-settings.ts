import * as z from 'zod'
import { type Operation, operation } from '../http/operation.ts'
import { choice, integer } from '../http/params.ts'
import type { PayoutSchedule } from '../store/state.ts'
import type { BalanceSettings } from '../wire.ts'
import { PLATFORM, type World } from '../world.ts'

/** Days on which banks work, in the API's order (SDK type `BalanceSettings.Payments.Payouts.Schedule.WeeklyPayoutDay`). */
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const
const UK_DELAY_DAYS = 3

const Minimum = z.union([z.literal('').transform(() => null), integer({ min: 0 })])

// Only what is understood: settlement_timing and the rest are refused as unknown.
const Update = z.strictObject({
  payments: z
    .strictObject({
      payouts: z
        .strictObject({
          minimum_balance_by_currency: z
            .union([z.literal('').transform(() => ({ gbp: null })), z.strictObject({ gbp: Minimum.optional() })])
            .optional(),
          schedule: z
            .strictObject({
              interval: choice('daily', 'manual', 'monthly', 'weekly'),
              weekly_payout_days: z
                .array(choice(...weekdays))
                .min(1)
                .optional(),
              monthly_payout_days: z
                .array(integer({ min: 1, max: 31 }))
                .min(1)
                .optional(),
            })
            // An interval without its days, or with another's, means nothing; Stripe's answer to it is not published.
            .refine((given) => (given.interval === 'weekly') === (given.weekly_payout_days !== undefined), {
              error: 'weekly_payout_days belong to the interval weekly, and only to it.',
            })
            .refine((given) => (given.interval === 'monthly') === (given.monthly_payout_days !== undefined), {
              error: 'monthly_payout_days belong to the interval monthly, and only to it.',
            })
            .optional(),
        })
        .optional(),
    })
    .optional(),
})

/**
 * How an account's money goes to its bank. Daily unless it was told otherwise, the platform's too:
 * https://docs.stripe.com/payouts#payout-schedule, https://docs.stripe.com/connect/manage-payout-schedule
 */
export const scheduleOf = (world: World, owner: string): PayoutSchedule =>
  world.state.payoutSchedules.find(owner) ?? {
    id: owner,
    interval: 'daily',
    weekDays: [],
    monthDays: [],
    minimumPence: null,
  }

/** As `GET /v1/balance_settings` shows it: https://docs.stripe.com/api/balance-settings/object */
const settingsOf = (world: World, owner: string): BalanceSettings => {
  const { interval, weekDays, monthDays, minimumPence } = scheduleOf(world, owner)
  return {
    object: 'balance_settings',
    payments: {
      debit_negative_balances: true,
      payouts: {
        automatic_transfer_rules_by_currency: null,
        minimum_balance_by_currency: minimumPence === null ? null : { gbp: minimumPence },
        schedule: {
          interval,
          ...(interval === 'weekly' && { weekly_payout_days: weekDays }),
          ...(interval === 'monthly' && { monthly_payout_days: monthDays }),
        },
        statement_descriptor: null,
        status: isPaidOut(world, owner) ? 'enabled' : 'disabled',
      },
      settlement_timing: { delay_days: UK_DELAY_DAYS, start_of_day: null },
    },
  }
}

/** Whether there is a bank behind it; the platform has one. */
export const isPaidOut = (world: World, owner: string) =>
  owner === PLATFORM || world.state.accounts.find(owner)?.payouts_enabled === true

/** Whether `owner`'s money goes to the bank by itself on the day of `seconds` (UTC). */
export const isPayoutDay = ({ interval, weekDays, monthDays }: PayoutSchedule, seconds: number) => {
  const day = new Date(seconds * 1000)
  switch (interval) {
    case 'daily':
      return true
    case 'weekly':
      return weekDays.some((name) => weekdays.indexOf(name) + 1 === day.getUTCDay())
    case 'monthly': {
      // "Payouts scheduled between the 29th and 31st of the month are sent on the last day of shorter months" (SDK type).
      const last = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 0)).getUTCDate()
      return monthDays.some((wanted) => Math.min(wanted, last) === day.getUTCDate())
    }
    default:
      return false
  }
}

export const balanceSettingsOperations: readonly Operation[] = [
  operation({
    method: 'GET',
    path: '/v1/balance_settings',
    params: z.strictObject({}),
    run: ({ account, world }) => settingsOf(world, account ?? PLATFORM),
  }),
  operation({
    method: 'POST',
    path: '/v1/balance_settings',
    params: Update,
    run({ params, account, world }) {
      const owner = account ?? PLATFORM
      const before = scheduleOf(world, owner)
      const { schedule, minimum_balance_by_currency: minimum } = params.payments?.payouts ?? {}
      world.state.payoutSchedules.put({
        ...before,
        ...(schedule && {
          interval: schedule.interval,
          weekDays: schedule.weekly_payout_days ?? [],
          monthDays: schedule.monthly_payout_days ?? [],
        }),
        ...(minimum?.gbp !== undefined && { minimumPence: minimum.gbp }),
      })
      return settingsOf(world, owner)
    },
  }),
]
