import { RetentionDays } from 'aws-cdk-lib/aws-logs'

const byDays: ReadonlyMap<number, RetentionDays> = new Map([
  [14, RetentionDays.TWO_WEEKS],
  [90, RetentionDays.THREE_MONTHS],
  [365, RetentionDays.ONE_YEAR],
])

/** @throws when CloudWatch knows no such retention. */
export const logRetention = (days: number): RetentionDays => {
  const known = byDays.get(days)
  if (known === undefined) throw new Error(`Logs are kept ${[...byDays.keys()].join(', ')} days, not ${days}.`)
  return known
}
