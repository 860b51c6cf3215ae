import * as z from 'zod'

/** What goes to the thread that reads: one picture, and the next one when this is answered. */
export const Request = z.object({ jpeg: z.instanceof(Uint8Array) })

const Word = z.object({
  text: z.string(),
  confidence: z.number(),
  box: z.object({ left: z.number(), top: z.number(), width: z.number(), height: z.number() }),
})

/** What comes back: `failed` may be tried again. */
export const Answer = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('words'), words: z.array(Word) }),
  z.object({ kind: z.enum(['unreadable', 'failed']), message: z.string() }),
])
export type Answer = z.output<typeof Answer>
