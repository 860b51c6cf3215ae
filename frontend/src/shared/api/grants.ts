import * as z from 'zod'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { grantsKey, unwrittenGrants } from './grants-key.ts'

const Grants = z.record(z.string(), z.object({ grant: z.string(), expiresAt: z.string() }))
type Grants = z.infer<typeof Grants>

const written = (): Grants => {
  const text = localStorage.getItem(grantsKey)
  if (text === null) return {}
  try {
    return Grants.parse(JSON.parse(text))
  } catch (thrown) {
    logWarning('grants_unreadable', { error: errorName(thrown) })
    return {}
  }
}

/** Of a grant in memory and one that another tab has written since, the one that ends later. */
const withUnwritten = (of: Grants): Grants => {
  const all = { ...of }
  for (const [galleryId, unwritten] of unwrittenGrants) {
    const known = all[galleryId]
    if (!known || Date.parse(known.expiresAt) <= Date.parse(unwritten.expiresAt)) all[galleryId] = unwritten
  }
  return all
}
const read = (): Grants => withUnwritten(written())

/** One that is over opens nothing, but tells a cart that its gallery was open here before. */
const keptMs = 30 * 86_400_000
const lasting = (grants: Grants, pastEndMs = keptMs): Grants =>
  Object.fromEntries(
    Object.entries(grants).filter(([, { expiresAt }]) => Date.parse(expiresAt) + pastEndMs > Date.now()),
  )

const write = (grants: Grants) => {
  try {
    localStorage.setItem(grantsKey, JSON.stringify(grants))
    unwrittenGrants.clear()
  } catch (thrown) {
    logWarning('grants_not_kept', { error: errorName(thrown) })
  }
}

/**
 * Keeps the signed answer to a right access code or password, which opens the gallery for 12 hours; where the browser's
 * storage is full, as long as the page.
 */
export const keepGrant = (galleryId: string, grant: { grant: string; expiresAt: string }) => {
  unwrittenGrants.set(galleryId, grant)
  write(lasting({ ...read(), [galleryId]: grant }))
}

/** Forgets a grant that the server no longer takes: code, password or privacy of the gallery changed. Another one stays. */
export const dropGrant = (galleryId: string, refused: string) => {
  const { [galleryId]: kept, ...others } = written()
  const isKept = kept?.grant === refused
  const isUnwritten = unwrittenGrants.get(galleryId)?.grant === refused
  if (!isKept && !isUnwritten) return
  if (isUnwritten) unwrittenGrants.delete(galleryId)
  write(lasting(isKept ? withUnwritten(others) : read()))
}

export const grantOf = (galleryId: string): string | undefined => lasting(read(), 0)[galleryId]?.grant

/** The grants that a cart with photos of these galleries needs at checkout, those that are over included. */
export const grantsOf = (galleryIds: readonly string[]): string[] => {
  const grants = lasting(read())
  return [...new Set(galleryIds)].flatMap((id) => grants[id]?.grant ?? [])
}
