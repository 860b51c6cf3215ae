import { mailContents } from '../mail-contents.ts'
import { template } from './template.ts'

/**
 * Not a mail itself: it stands for one mail to each photographer of an order. The transaction that completes an order of
 * forty photographers has no room for forty more writes, so the outbox turns this into them.
 */
export const salesMade = template(mailContents['sales-made'], () => undefined)
