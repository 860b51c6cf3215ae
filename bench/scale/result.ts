import * as z from 'zod'

/** What one row came to; kept beside the report, so that rows can be tried one by one. */
const Result = z.object({
  /** `sampled`: measured at a smaller load or with a few units and multiplied, being linear; `reckoned`: from constants. */
  method: z.enum(['simulated', 'sampled', 'reckoned']),
  /** The most that held. */
  heldAt: z.number(),
  /** The least that did not; absent where nothing that was tried broke it. */
  breaksAt: z.number().optional(),
  /** What breaks first, or what it was tried with. */
  because: z.string(),
  /** What the goal asks of the account, by the names of `quotas`; compared with each. */
  demands: z.record(z.string(), z.number()).optional(),
})
export type Result = z.infer<typeof Result>
export const Tried = z.object({
  id: z.string(),
  commit: z.string(),
  result: Result.optional(),
  failure: z.string().optional(),
  seconds: z.number(),
})
export type Tried = z.infer<typeof Tried>

/** Finds the number at which a row breaks, beginning with its goal. */
export type Scenario = (goal: number) => Promise<Result>
