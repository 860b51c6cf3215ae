import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import { type BuyerFiles, buyerFiles } from './buyer-files.ts'

export const liveBuyerFiles = (): BuyerFiles => buyerFiles(liveStorage())
