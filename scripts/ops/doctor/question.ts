import type { StageName } from '#lib/stage.ts'
import type { Aws } from '../aws.ts'

/** What one look at a stage found: nothing missing, or what is, and the command or place that cures it. */
export type Answer = { readonly says: string; readonly cure?: string }
export type Question = { readonly topic: string; readonly look: () => Promise<Answer> }

export type Asked = {
  readonly aws: Aws
  readonly stage: { readonly name: StageName; readonly region: string }
}
