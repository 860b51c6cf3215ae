/** What one tab of the browser does and no other: answers how to give it back, or nothing while another tab has it. */
export type Claim = (name: string) => Promise<(() => void) | undefined>

/** The browser gives a claim back itself when its tab is closed or reloaded. One without locks takes each tab for the only one. */
export const claimInBrowser: Claim = (name) =>
  new Promise((resolve) => {
    const alone = () => resolve(() => undefined)
    // Absent in old browsers and in pages that came without https.
    const locks: LockManager | null | undefined = navigator.locks
    if (!locks) return alone()
    locks
      .request(name, { ifAvailable: true }, (lock) => {
        if (lock) return new Promise<void>((giveBack) => resolve(giveBack))
        resolve(undefined)
        return undefined
      })
      // Not allowed, in a page of no origin for example.
      .catch(alone)
  })

/** A file is on its way in another tab, or went from there into this gallery since that tab was opened. */
export class SentElsewhere extends Error {
  constructor() {
    super('Another tab is uploading this file. To upload it from here, close that tab and try again.')
  }
}

/** What this tab has claimed: kept when its file has arrived, since the other tab's list does not know of that. */
export const createClaims = (claim: Claim) => {
  const held = new Map<string, ReturnType<Claim>>()
  return {
    /** @throws SentElsewhere while another tab has it. */
    take: async (name: string): Promise<void> => {
      const taken = held.get(name) ?? claim(name)
      held.set(name, taken)
      if (await taken) return
      held.delete(name)
      throw new SentElsewhere()
    },
    giveBack: (name: string): void => {
      void held.get(name)?.then((giveBack) => giveBack?.())
      held.delete(name)
    },
  }
}
export type Claims = ReturnType<typeof createClaims>
