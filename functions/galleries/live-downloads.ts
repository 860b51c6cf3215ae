import { liveTable } from '#functions/shared/table/table.ts'
import { type DownloadStore, downloadStore } from './download-store.ts'

export const liveDownloads = (): DownloadStore => downloadStore(liveTable())
