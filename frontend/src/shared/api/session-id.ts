import { SessionId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

let held: SessionId | undefined

const make = (): SessionId => {
  const random = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => (byte % 36).toString(36)).join('')
  return SessionId.parse(`anon_${String(Date.now())}_${random}`)
}

/** This browser's anonymous session, made on first use and kept, so that likes last. */
export const sessionId = (): SessionId => {
  if (held) return held
  const stored = SessionId.safeParse(localStorage.getItem(limits.session.storageKey))
  held = stored.success ? stored.data : make()
  try {
    localStorage.setItem(limits.session.storageKey, held)
  } catch {
    // Storage is full or forbidden: the session lasts as long as the page.
  }
  return held
}
