import * as z from 'zod'
import { budgetName } from '#lib/stage.ts'
import { regional, unlessAbsent } from './ask.ts'
import type { Asked, Question } from './question.ts'
import { accountOf } from './stack-questions.ts'

const Topics = z.array(z.string()).nullable()
const Subscriptions = z.object({ Subscriptions: z.array(z.object({ SubscriptionArn: z.string() })) })
// docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_budgets_Notification.html
const Notifications = z.object({ Notifications: z.array(z.object({ NotificationType: z.string() })) })
// docs.aws.amazon.com/aws-cost-management/latest/APIReference/API_budgets_Subscriber.html
const Subscribers = z.object({
  Subscribers: z.array(z.object({ SubscriptionType: z.enum(['SNS', 'EMAIL']), Address: z.string() })),
})

const topicOf = async (asked: Asked): Promise<string | undefined> => {
  const query = `Topics[?contains(TopicArn, ':darkslide-${asked.stage.name}-data-')].TopicArn`
  return (Topics.parse(await regional(asked)('sns', 'list-topics', '--query', query)) ?? [])[0]
}

const alarmQuestion = (asked: Asked): Question => ({
  topic: 'alarms',
  look: async () => {
    const topic = await topicOf(asked)
    if (topic === undefined) return { says: 'there is no topic yet', cure: 'deploy the data stack' }
    const { Subscriptions: all } = Subscriptions.parse(
      await regional(asked)('sns', 'list-subscriptions-by-topic', '--topic-arn', topic),
    )
    if (all.length === 0) return { says: 'nobody hears of them', cure: 'deploy with -c alarmEmail=…' }
    // An unconfirmed one has this word in place of its ARN (docs.aws.amazon.com/cli/latest/reference/sns/subscribe.html).
    return all.every(({ SubscriptionArn }) => SubscriptionArn === 'PendingConfirmation')
      ? { says: 'the subscription is not confirmed', cure: 'follow the link of the mail that AWS sent' }
      : { says: 'somebody hears of them' }
  },
})

/** Whose mail it is, the line of the alarms says: both come through one topic. */
const budgetQuestion = (asked: Asked): Question => ({
  topic: 'budget',
  look: async () => {
    const budget = budgetName(asked.stage.name)
    // Budgets are the account's, and answered for every region from this one.
    const ask = async (operation: string, ...more: string[]) =>
      asked.aws(
        ...['budgets', operation, '--account-id', await accountOf(asked), '--budget-name', budget],
        ...[...more, '--region', 'us-east-1'],
      )
    const found = await unlessAbsent(ask('describe-notifications-for-budget'))
    const cure = `npx cdk deploy darkslide-${asked.stage.name}-watch -c stage=${asked.stage.name} -c monthlyBudgetUsd=… -c …`
    if (found === undefined) return { says: 'nobody is warned of the month’s bill', cure }
    const [first] = Notifications.parse(found).Notifications
    if (first === undefined) return { says: `${budget} warns of nothing`, cure }
    const { Subscribers: all } = Subscribers.parse(
      await ask('describe-subscribers-for-notification', '--notification', JSON.stringify(first)),
    )
    const topic = await topicOf(asked)
    return all.some(({ Address }) => Address === topic)
      ? { says: 'who hears of alarms is warned of the month’s bill' }
      : { says: `${budget} warns somebody else than alarms do`, cure }
  },
})

export const watchQuestions = (asked: Asked): Question[] => [alarmQuestion(asked), budgetQuestion(asked)]
