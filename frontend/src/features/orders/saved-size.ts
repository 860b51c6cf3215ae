import * as z from 'zod'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'

const storageKey = 'phone_photo_size'
const Size = z.enum(['original', 'web']).catch('web')
type Size = z.infer<typeof Size>

/** The size in which photos are saved to this phone: web until somebody chooses, then what was chosen last. */
export const keptSize = (): Size => {
  try {
    return Size.parse(localStorage.getItem(storageKey))
  } catch {
    return 'web'
  }
}

export const keepSize = (size: Size): void => {
  try {
    localStorage.setItem(storageKey, size)
  } catch (thrown) {
    logWarning('size_not_kept', { error: errorName(thrown) })
  }
}
