import * as z from 'zod'

/** Where a list of the table goes on, in a message that hands on the rest of it; its keys are text. */
export const Place = z.record(z.string(), z.string())
export type Place = z.infer<typeof Place>
