import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { openJournal } from '#local/process/journal.ts'

const Mail = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  from: z.string(),
  to: z.array(z.string()),
  subject: z.string(),
  text: z.string().optional(),
  html: z.string().optional(),
  /** Beside the usual ones, as they were given. */
  headers: z.record(z.string(), z.string()).optional(),
  tags: z.record(z.string(), z.string()).optional(),
})
export type Mail = z.output<typeof Mail>

export type Outbox = {
  /** Newest last. */
  all(): readonly Mail[]
  find(id: string): Mail | undefined
  add(mail: Omit<Mail, 'id' | 'at'>): Mail
}

/** Where every e-mail of the local system ends: read on the control page and by tests. */
export const openOutbox = ({ path, now }: { path: string; now: () => Date }): Outbox => {
  const journal = openJournal(path, Mail)
  const mails = [...journal.entries]
  return {
    all: () => mails,
    find: (id) => mails.find((mail) => mail.id === id),
    add(mail) {
      const kept = { ...mail, id: randomUUID(), at: now().toISOString() }
      journal.append(kept)
      mails.push(kept)
      return kept
    },
  }
}
