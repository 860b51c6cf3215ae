import * as z from 'zod'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { grantsKey } from './grants-key.ts'

const Grants = z.record(z.string(), z.object({ grant: z.string(), expiresAt: z.string() }))
type Grants = z.infer<typeof Grants>

const read = (): Grants => {
  const text = localStorage.getItem(grantsKey)
  if (text === null) return {}
  try {
    return Grants.parse(JSON.parse(text))
  } catch (thrown) {
    logWarning('grants_unreadable', { error: errorName(thrown) })
    return {}
  }
}

const isLive = (expiresAt: string) => Date.parse(expiresAt) > Date.now()
const live = (grants: Grants): Grants =>
  Object.fromEntries(Object.entries(grants).filter(([, { expiresAt }]) => isLive(expiresAt)))

const write = (grants: Grants) => {
  try {
    localStorage.setItem(grantsKey, JSON.stringify(grants))
  } catch (thrown) {
    logWarning('grants_not_kept', { error: errorName(thrown) })
  }
}

/** Keeps the signed answer to a right access code or password, for as long as it lives (12 hours). */
export const keepGrant = (galleryId: string, grant: { grant: string; expiresAt: string }) =>
  write({ ...live(read()), [galleryId]: grant })

/** Forgets a grant that the server no longer takes: code, password or privacy of the gallery changed. */
export const dropGrant = (galleryId: string) => {
  const { [galleryId]: _dropped, ...rest } = live(read())
  write(rest)
}

export const grantOf = (galleryId: string): string | undefined => live(read())[galleryId]?.grant

/** The grants that a cart with photos of these galleries needs at checkout. */
export const grantsOf = (galleryIds: readonly string[]): string[] => {
  const grants = live(read())
  return [...new Set(galleryIds)].flatMap((id) => grants[id]?.grant ?? [])
}
