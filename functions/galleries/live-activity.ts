import { liveTable } from '#functions/shared/table/table.ts'
import { type ActivityStore, activityStore } from './activity-store.ts'

export const liveActivity = (): ActivityStore => activityStore(liveTable())
