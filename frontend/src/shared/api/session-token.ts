import { limits } from '#schema/limits.ts'

/** "{id}.{time}.{signature}", as the server makes them; an id without a signature is of the time before those. */
const isSigned = (token: string | null): token is string => /^anon_[^.]+\.\d+\.[\w-]+$/.test(token ?? '')

const { storageKey } = limits.session
/** Where storage is full or forbidden, the session lasts as long as the page. */
let held: string | undefined
/** What storage still holds although the server did not take it: it could not be written over. */
let stuck: string | undefined

const stored = (): string | null => {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

/** This browser's anonymous session, if the server has made one. Read anew each time: another tab may have it. */
export const keptSession = (): string | undefined => {
  const kept = stored()
  return isSigned(kept) && kept !== stuck ? kept : held
}

let making: Promise<string> | undefined

/**
 * Gets a visitor's session from the server and stores it, so that likes last. A session from an earlier visit is
 * continued under the same id.
 * @param ask Requests a session. Calls at the same time share one request.
 * @param refused The session that the server did not accept; `undefined` when there is none.
 */
export const makeSession = (ask: (earlier?: string) => Promise<string>, refused?: string): Promise<string> => {
  const kept = keptSession()
  // Meanwhile another tab, or another question of this one, has one that was not refused.
  if (kept !== undefined && kept !== refused) return Promise.resolve(kept)
  making ??= ask(kept ?? stored() ?? undefined)
    .then((made) => {
      const other = stored()
      const mine = isSigned(other) && other !== refused ? other : made
      held = mine
      try {
        localStorage.setItem(storageKey, mine)
      } catch {
        // It is held for as long as the page lasts.
        stuck = refused
      }
      return mine
    })
    .finally(() => {
      making = undefined
    })
  return making
}
