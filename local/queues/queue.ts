import { createHash, randomUUID } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod'
import { openJournal } from '#local/process/journal.ts'
import type { QueuePlan } from '#local/template/plan.ts'

export const MessageAttribute = z.object({
  DataType: z.string().min(1),
  StringValue: z.string().optional(),
  BinaryValue: z.string().optional(),
})
export type MessageAttribute = z.output<typeof MessageAttribute>

const Message = z.object({
  id: z.string(),
  body: z.string(),
  attributes: z.record(z.string(), MessageAttribute),
  /** Whose it is, in a fair queue. */
  group: z.string().optional(),
  sentAtMs: z.number(),
  /** Not delivered before; later than `sentAtMs` for a delayed message and while somebody works on it. */
  visibleAtMs: z.number(),
  receiveCount: z.int(),
  firstReceivedAtMs: z.number().optional(),
})
type Message = z.output<typeof Message>
export type Received = Message & { readonly receipt: string }

const Entry = z.discriminatedUnion('op', [
  z.object({ op: z.literal('put'), message: Message }),
  z.object({ op: z.literal('received'), id: z.string(), atMs: z.number() }),
  z.object({ op: z.literal('deleted'), id: z.string() }),
])

type SendOptions = {
  delayMs?: number
  attributes?: Readonly<Record<string, MessageAttribute>>
  group?: string | undefined
}

export type Queue = {
  readonly plan: QueuePlan
  send(body: string, options?: SendOptions): Message
  /**
   * Takes deliverable messages and hides them; one received too often goes to the dead letters instead. The oldest first,
   * but of groups the one that has the fewest in work. SQS does so once a group has more than a tenth of what is in work,
   * and of several such groups takes the one with the fewest (developer guide, "How Amazon SQS fair queues work").
   */
  receive(max: number, visibilityMs?: number): Received[]
  /** Idempotent, as SQS is: a receipt that is no longer known changes nothing. */
  remove(receipt: string): void
  changeVisibility(receipt: string, visibilityMs: number): boolean
  purge(): void
  messages(): readonly Message[]
  counts(): { visible: number; inFlight: number; delayed: number }
  /** When the next hidden message can be delivered, if there is one. */
  nextVisibleAtMs(): number | undefined
}

export const md5 = (text: string | Uint8Array) => createHash('md5').update(text).digest('hex')

/** A rewritten journal holds live messages only; this many lines make it worth while. */
const compactAfter = 5_000

/** One standard SQS queue: at least once, in no promised order, on disk before `send` returns. */
export const openQueue = (
  plan: QueuePlan,
  {
    folder,
    now,
    deadLetters,
    onChange,
  }: { folder: string; now: () => number; deadLetters: (arn: string) => Queue | undefined; onChange: () => void },
): Queue => {
  const journal = openJournal(join(folder, `${plan.name}.jsonl`), Entry)
  const held = new Map<string, Message>()
  for (const entry of journal.entries) {
    if (entry.op === 'put') held.set(entry.message.id, entry.message)
    else if (entry.op === 'deleted') held.delete(entry.id)
    else {
      const message = held.get(entry.id)
      if (message) {
        message.receiveCount += 1
        message.firstReceivedAtMs ??= entry.atMs
      }
    }
  }
  const compact = () => journal.rewrite([...held.values()].map((message) => ({ op: 'put', message })))
  compact()
  let lines = held.size
  const write = (entry: z.output<typeof Entry>) => {
    journal.append(entry)
    lines += 1
    if (lines > compactAfter && lines > 4 * held.size) {
      compact()
      lines = held.size
    }
  }

  // A receipt is good until the message is received again.
  const receipts = new Map<string, string>()
  const lastReceipt = new Map<string, string>()

  /** What is held by group, each oldest first: a look at all of 60,000 messages for each of them would take minutes. */
  const groups = new Map<string, Map<string, Message>>()
  const groupOf = ({ group = '' }: Message) => {
    const found = groups.get(group) ?? new Map<string, Message>()
    groups.set(group, found)
    return found
  }
  for (const message of held.values()) groupOf(message).set(message.id, message)

  /** The oldest deliverable message of a group, and how many before it are in work; those without a group never wait. */
  const waitingIn = (group: string, messages: ReadonlyMap<string, Message>, atMs: number) => {
    let inWork = 0
    for (const message of messages.values()) {
      if (message.visibleAtMs <= atMs) return { message, inWork: group === '' ? 0 : inWork }
      if (message.receiveCount > 0) inWork += 1
    }
    return undefined
  }
  const nextFor = (atMs: number): Message | undefined => {
    let best: { message: Message; inWork: number } | undefined
    for (const [group, messages] of groups) {
      const found = waitingIn(group, messages, atMs)
      if (!found) continue
      const isBetter =
        !best ||
        found.inWork < best.inWork ||
        (found.inWork === best.inWork && found.message.sentAtMs < best.message.sentAtMs)
      if (isBetter) best = found
    }
    return best?.message
  }

  const put = (message: Message) => {
    held.set(message.id, message)
    groupOf(message).set(message.id, message)
    write({ op: 'put', message })
    onChange()
  }
  const drop = (id: string) => {
    const message = held.get(id)
    if (!message) return
    held.delete(id)
    groupOf(message).delete(id)
    if (groupOf(message).size === 0) groups.delete(message.group ?? '')
    write({ op: 'deleted', id })
    const receipt = lastReceipt.get(id)
    if (receipt !== undefined) receipts.delete(receipt)
    lastReceipt.delete(id)
    onChange()
  }

  return {
    plan,
    send(body, { delayMs = plan.delayMs, attributes = {}, group } = {}) {
      const sentAtMs = now()
      const message: Message = {
        id: randomUUID(),
        body,
        attributes: { ...attributes },
        ...(group !== undefined && { group }),
        sentAtMs,
        visibleAtMs: sentAtMs + delayMs,
        receiveCount: 0,
      }
      put(message)
      return message
    },
    receive(max, visibilityMs = plan.visibilityTimeoutMs) {
      const atMs = now()
      const taken: Received[] = []
      while (taken.length < max) {
        const message = nextFor(atMs)
        if (!message) break
        if (plan.redrive && message.receiveCount >= plan.redrive.maxReceiveCount) {
          const target = deadLetters(plan.redrive.deadLetterArn)
          if (target) {
            target.send(message.body, { attributes: message.attributes, group: message.group, delayMs: 0 })
            drop(message.id)
            continue
          }
        }
        message.receiveCount += 1
        message.firstReceivedAtMs ??= atMs
        message.visibleAtMs = atMs + visibilityMs
        write({ op: 'received', id: message.id, atMs })
        const receipt = randomUUID()
        const before = lastReceipt.get(message.id)
        if (before !== undefined) receipts.delete(before)
        receipts.set(receipt, message.id)
        lastReceipt.set(message.id, receipt)
        taken.push({ ...message, receipt })
      }
      return taken
    },
    remove(receipt) {
      const id = receipts.get(receipt)
      if (id !== undefined) drop(id)
    },
    changeVisibility(receipt, visibilityMs) {
      const message = held.get(receipts.get(receipt) ?? '')
      if (!message) return false
      message.visibleAtMs = now() + visibilityMs
      onChange()
      return true
    },
    purge() {
      for (const id of [...held.keys()]) drop(id)
    },
    messages: () => [...held.values()],
    counts() {
      const atMs = now()
      const hidden = [...held.values()].filter(({ visibleAtMs }) => visibleAtMs > atMs)
      const inFlight = hidden.filter(({ receiveCount }) => receiveCount > 0).length
      return { visible: held.size - hidden.length, inFlight, delayed: hidden.length - inFlight }
    },
    nextVisibleAtMs() {
      const atMs = now()
      let next: number | undefined
      for (const { visibleAtMs } of held.values()) {
        if (visibleAtMs > atMs && visibleAtMs < (next ?? Number.POSITIVE_INFINITY)) next = visibleAtMs
      }
      return next
    },
  }
}
