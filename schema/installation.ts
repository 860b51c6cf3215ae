import * as z from 'zod'
import { Trader } from './trader.ts'

/** Beside `index.html`: what the pages say of the installation that differs from another's. One build runs everywhere. */
export const installationFile = 'installation.json'

/** Words of the installation: blocks between blank lines are paragraphs, one that begins with "# " is a heading. */
const LegalText = z.string().trim().min(1).max(200_000)

export const Installation = z.object({
  /** People write to it. */
  supportAddress: z.email(),
  trader: Trader,
  /** `null` where the operator has not given theirs: the pages then show a default that says so. */
  terms: LegalText.nullable(),
  privacy: LegalText.nullable(),
})
export type Installation = z.infer<typeof Installation>
