import type { Table } from '#functions/shared/table/writes.ts'
import { logoSweepPut, type OwnedLogo } from './logo-writes.ts'

export const logoStore = (table: Table) => ({
  /** Notes that files of this name are about to be written, before they are: whatever breaks off, they are found. */
  async expect(logo: OwnedLogo, now: Date): Promise<void> {
    await table.write(logoSweepPut(logo, now))
  },
})
export type LogoStore = ReturnType<typeof logoStore>
