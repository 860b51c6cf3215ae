import { liveTable } from '#functions/shared/table/table.ts'
import { type ChoreStore, choreStore } from './chore-store.ts'

export const liveChores = (): ChoreStore => choreStore(liveTable())
