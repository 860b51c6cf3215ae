import { liveTable } from '#functions/shared/table/table.ts'
import { type ZipSetStore, zipSetStore } from './zip-set-store.ts'

export const liveZipSets = (): ZipSetStore => zipSetStore(liveTable())
