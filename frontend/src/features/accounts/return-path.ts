import * as z from 'zod'
import { paths } from '#schema/paths.ts'

const key = 'return_path'
/** A path of this site, and not the sign-in page itself. */
const OwnPath = z.string().regex(/^\/(?![/\\])(?!auth(?:[/?#]|$))/)
const Origin = z.object({ from: OwnPath })

/** Where someone came from who was sent to sign in: kept in the history entry by `RequireSession`. */
export const cameFrom = (state: unknown): string | undefined => {
  const parsed = Origin.safeParse(state)
  return parsed.success ? parsed.data.from : undefined
}

/** Notes where to go on; signing in with Google leaves the site and loses the history entry. */
export const noteReturnPath = (path: string) => sessionStorage.setItem(key, path)

/** Where to go on after signing in: the site's root when nobody noted anything. */
export const returnPath = (state: unknown): string => {
  const noted = OwnPath.safeParse(sessionStorage.getItem(key))
  return cameFrom(state) ?? (noted.success ? noted.data : paths.home())
}
export const forgetReturnPath = () => sessionStorage.removeItem(key)
