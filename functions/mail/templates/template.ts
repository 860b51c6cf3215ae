import type * as z from 'zod'
import type { Mail } from './markup.ts'

/**
 * A mail as data in, words out; what was stored is parsed before it is read. `undefined`: it is no mail itself, and the
 * outbox knows what it stands for.
 */
export const template = <S extends z.ZodType>(data: S, render: (data: z.output<S>) => Mail | undefined) => ({
  data,
  render: (stored: unknown): Mail | undefined => render(data.parse(stored)),
})
