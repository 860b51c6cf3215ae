import * as z from 'zod'
import { Timestamp } from '#schema/text.ts'

/** Why the operator took something down, in words that its owner reads. Only the operator lifts it. */
export const Takedown = z.object({ at: Timestamp, reason: z.string() })
export type Takedown = z.infer<typeof Takedown>
