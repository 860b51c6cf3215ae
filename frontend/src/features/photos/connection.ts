/** How long to wait before asking again whether the line is back, in milliseconds; the last one goes on. */
const waitsMs = [2_000, 3_000, 5_000, 10_000, 15_000] as const

/** What can be known of the line. */
export type Line = {
  /** What the browser believes; some believe wrongly, so it is asked for a reason to try, and never trusted alone. */
  isOnline: () => boolean
  /** Whether anything answers: a small file of this site. */
  probe: () => Promise<boolean>
  /** Resolves when the browser says that it is connected again. */
  untilOnline: () => Promise<void>
}
type Parts = Line & { pause: (ms: number) => Promise<void>; onChange: (isLost: boolean) => void }

/** Knows whether there is a line at all. While there is none, everybody waits for the same sign of life. */
export const createConnection = ({ isOnline, probe, pause, untilOnline, onChange }: Parts) => {
  let held: Promise<void> | undefined
  let isLost = false

  const waitForLine = async () => {
    for (let asked = 0; ; asked += 1) {
      await Promise.race([pause(waitsMs[asked] ?? waitsMs[waitsMs.length - 1] ?? 0), untilOnline()])
      if (await probe()) return
    }
  }
  const hold = async () => {
    // Set before the listeners are called, because they read it at once.
    isLost = true
    onChange(true)
    await waitForLine()
    held = undefined
    isLost = false
    onChange(false)
  }

  return {
    isLost: () => isLost,
    /** Before anything is sent: waits while the line is lost. */
    ready: async () => {
      if (held === undefined && !isOnline() && !(await probe())) held ??= hold()
      await held
    },
    /** After something had no answer. `true`: the line was lost and is back, so that it was nobody's fault. */
    wasLost: async (): Promise<boolean> => {
      if (held === undefined && (await probe())) return false
      held ??= hold()
      await held
      return true
    },
  }
}
export type Connection = ReturnType<typeof createConnection>

const probeMs = 5_000
/** Asks for a small file that every page needs, and that no cache may answer with. */
const probeSite = async (): Promise<boolean> => {
  try {
    await fetch('/config.json', { cache: 'no-store', signal: AbortSignal.timeout(probeMs) })
    return true
  } catch {
    return false
  }
}

export const browserLine: Line = {
  isOnline: () => navigator.onLine,
  probe: probeSite,
  untilOnline: () =>
    new Promise((resolve) => {
      window.addEventListener('online', () => resolve(), { once: true })
    }),
}
