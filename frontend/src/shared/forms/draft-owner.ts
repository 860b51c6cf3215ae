/** Before the name of every draft; apart from the drafts themselves, since every page knows whose they are. */
export const draftPrefix = 'form_draft '
const ownerKey = 'form_drafts_of'
/** What was typed at checkout. It is a guest's, too, who keeps it when signing in. */
export const checkoutDraftKey = 'checkout_draft'

export const dropDraft = (key: string) => sessionStorage.removeItem(draftPrefix + key)
export const dropAllDrafts = () => {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(draftPrefix) || key === ownerKey)
  for (const key of keys) sessionStorage.removeItem(key)
}

/** Whoever is signed in now finds only own drafts. */
export const draftsBelongTo = (userId: string) => {
  if (sessionStorage.getItem(ownerKey) === userId) return
  dropAllDrafts()
  sessionStorage.setItem(ownerKey, userId)
}
