/** Where the grants of this browser are kept; apart from them, since every page forgets them with a session. */
export const grantsKey = 'gallery_grants'

/** Forgets every grant: an owner's opens what nobody else may see, and the next person may use this browser. */
export const dropAllGrants = () => localStorage.removeItem(grantsKey)
