import { liveTable } from '#functions/shared/table/table.ts'
import { type OutboxStore, outboxStore } from './outbox-store.ts'

export const liveOutbox = (): OutboxStore => outboxStore(liveTable())
