import * as z from 'zod'
import { MailId } from '#schema/ids.ts'
import { Timestamp } from '#schema/text.ts'

/** Which mail of the outbox is to be sent; `againAt` belongs to its place there, once a try failed. */
export const MailTask = z.object({ id: MailId, againAt: Timestamp.optional() })
export type MailTask = z.infer<typeof MailTask>
