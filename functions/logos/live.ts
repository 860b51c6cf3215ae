import { liveProfiles } from '#functions/profiles/live.ts'
import { liveStorage } from '#functions/shared/storage/live-storage.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { type LogoStore, logoStore } from './logo-store.ts'
import { logoChores } from './sweep-logos.ts'

export const liveLogos = (): LogoStore => logoStore(liveTable())

/** What a change of a logo leaves to do. */
export const liveLogoSteps = () => logoChores({ profiles: liveProfiles(), storage: liveStorage() })
