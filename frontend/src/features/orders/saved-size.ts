import * as z from 'zod'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'

const storageKey = 'phone_photo_size'
const Size = z.enum(['original', 'web'])
type Size = z.infer<typeof Size>

/** The size in which photos are saved to this phone: what was chosen last. @param usual Until somebody chooses. */
export const keptSize = (usual: Size): Size => {
  try {
    return Size.catch(usual).parse(localStorage.getItem(storageKey))
  } catch {
    return usual
  }
}

export const keepSize = (size: Size): void => {
  try {
    localStorage.setItem(storageKey, size)
  } catch (thrown) {
    logWarning('size_not_kept', { error: errorName(thrown) })
  }
}
