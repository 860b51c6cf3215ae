/** Where the grants of this browser are kept; apart from them, since every page forgets them with a session. */
export const grantsKey = 'gallery_grants'

/** Grants by gallery that the browser had no room for: they last as long as the page. */
export const unwrittenGrants = new Map<string, { grant: string; expiresAt: string }>()

/** Forgets every grant: an owner's opens what nobody else may see, and the next person may use this browser. */
export const dropAllGrants = () => {
  unwrittenGrants.clear()
  localStorage.removeItem(grantsKey)
}
