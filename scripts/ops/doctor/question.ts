import type { Stripe } from 'stripe'
import type { StageName } from '#lib/stage.ts'
import type { Aws } from '../aws.ts'

/** What one look at a stage found: nothing missing, or what is, and the command or place that cures it. */
export type Answer = { readonly says: string; readonly cure?: string }
export type Question = { readonly topic: string; readonly look: () => Promise<Answer> }

export type Asked = {
  readonly aws: Aws
  readonly stage: { readonly name: StageName; readonly region: string }
  /** Stripe as whoever has this key sees it. */
  readonly stripeWith: (secretKey: string) => Stripe
  /** What a visitor gets at an address. @throws Refusal when that is no page of a site that works. */
  readonly visit: (url: string) => Promise<string>
  /** TXT records of a name, each in the parts that it was sent in; as `node:dns/promises` answers and refuses. */
  readonly txtOf: (name: string) => Promise<string[][]>
}
