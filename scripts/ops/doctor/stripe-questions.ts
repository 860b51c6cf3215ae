import * as z from 'zod'
import { Refusal } from '../command.ts'
import { isForbidden } from '../stripe-setup/permissions.ts'
import { webhookSteps } from '../stripe-setup/webhook-steps.ts'
import { outputOf, secretOf } from './ask.ts'
import type { Asked, Question } from './question.ts'

const StripeSecret = z.object({
  secretKey: z.string(),
  webhookSecrets: z.array(z.string()),
  connectWebhookSecrets: z.array(z.string()),
})
type StripeSecret = z.infer<typeof StripeSecret>

const modeOf = ({ secretKey }: StripeSecret): string | undefined => /^[sr]k_(live|test)_/.exec(secretKey)?.[1]

const setUp = ({ stage }: Asked): string => `npm run ops -- stripe-setup --stage ${stage.name} --apply`

const keyQuestion = (asked: Asked): Question => ({
  topic: 'Stripe',
  look: async () => {
    const cure = 'put the key into the secret (docs/deploying.md, "Stripe")'
    const found = await secretOf(asked, 'SecretsStripe')
    if (found === undefined) return { says: 'there is no secret yet', cure: 'deploy the data stack' }
    const secret = StripeSecret.safeParse(found)
    if (!secret.success) return { says: 'the secret does not have its shape', cure }
    const mode = modeOf(secret.data)
    if (mode === undefined) return { says: 'the secret holds no key: nothing is sold for money', cure }
    const wanted = asked.stage.name === 'prod' ? 'live' : 'test'
    if (mode !== wanted) return { says: `a ${mode} key, where ${asked.stage.name} takes a ${wanted} one`, cure }
    const lacking = secret.data.webhookSecrets.length === 0 || secret.data.connectWebhookSecrets.length === 0
    return lacking
      ? { says: `a ${mode} key, webhooks without signing secrets`, cure: setUp(asked) }
      : { says: `a ${mode} key, and both webhooks’ secrets` }
  },
})

/** What `stripe-setup` says of both endpoints: that they are there, switched on, of our version and all our events. */
const webhooksQuestion = (asked: Asked): Question => ({
  topic: 'Stripe’s webhooks',
  look: async () => {
    const found = await secretOf(asked, 'SecretsStripe')
    const secret = StripeSecret.safeParse(found)
    if (!secret.success || modeOf(secret.data) === undefined)
      return {
        says: 'without a key nobody can look',
        cure: 'put the key into the secret (docs/deploying.md, "Stripe")',
      }
    const siteUrl = await outputOf(asked, 'site', 'SiteUrl')
    if (siteUrl === undefined) return { says: 'the site has no address yet', cure: 'deploy the site stack' }
    const steps = webhookSteps({
      stripe: asked.stripeWith(secret.data.secretKey),
      stage: asked.stage.name,
      siteUrl,
      secret: {
        read: async () => JSON.stringify(secret.data),
        write: async () => {
          throw new Refusal('The doctor writes nothing.')
        },
      },
    })
    try {
      const findings = await Promise.all(steps.map(({ look }) => look()))
      const open = findings.filter(({ state }) => state !== 'right')
      return open.length === 0
        ? { says: findings.map(({ says }) => says).join('; ') }
        : { says: open.map(({ says }) => says).join('; '), cure: setUp(asked) }
    } catch (error) {
      // What Stripe says of a key may repeat a part of it.
      throw new Refusal(isForbidden(error) ? 'the key may not read Webhook Endpoints' : 'Stripe did not answer')
    }
  },
})

export const stripeQuestions = (asked: Asked): Question[] => [keyQuestion(asked), webhooksQuestion(asked)]
