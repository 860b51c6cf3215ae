import { IdempotencyKey } from '#schema/ids.ts'

/**
 * The keys of mails whose answer has not come: sent again, from a dialog opened anew as well, they are the same mail. Kept
 * while the tab lives; a reload is a new wish.
 */
export const createSendAttempts = (makeId: () => string) => {
  const open = new Map<string, IdempotencyKey>()
  const nameOf = (galleryId: string, email: string) => JSON.stringify([galleryId, email])
  return {
    keyFor: (galleryId: string, email: string): IdempotencyKey => {
      const name = nameOf(galleryId, email)
      const key = open.get(name) ?? IdempotencyKey.parse(makeId())
      open.set(name, key)
      return key
    },
    /** It was answered: the same mail is another one from now on. */
    settle: (galleryId: string, email: string) => open.delete(nameOf(galleryId, email)),
  }
}
