import { countOf } from '#frontend/shared/format/counts.ts'
import { hasDraft } from '#frontend/shared/forms/form-draft.ts'
import { toast } from '#frontend/ui/toast.tsx'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { photoDraftKey } from './photo-draft.ts'

/** A photo whose form was left. */
export type Left = Pick<OwnPhoto, 'galleryId' | 'id' | 'title'>

/** Photos that were left and whose save was refused then: one message tells of all, as it replaces the one before. */
const unsaved = new Map<string, Left>()

/** Its form is open again, or what it held has been saved. */
export const forgetUnsaved = (photoId: string) => unsaved.delete(photoId)

/** Without a draft nothing is left to save: it was cancelled or saved, the photo deleted, or its owner has signed out. */
const stillUnsaved = (): Left[] => {
  for (const id of unsaved.keys()) if (!hasDraft(photoDraftKey(id))) unsaved.delete(id)
  return [...unsaved.values()]
}

const quoted = (photos: readonly Left[]) => photos.map(({ title }) => `“${title}”`).join(', ')
type GoBackTo = (photo: Left) => void
const wayBack = ([first]: readonly Left[], goBackTo: GoBackTo) =>
  first && { action: { label: 'Go back to it', act: () => goBackTo(first) } }

type Refused = { why: string; isGone: boolean; goBackTo: GoBackTo }
/** A refusal after the photo was left: it names it, and leads back to what was typed, which its draft has kept. */
export const tellOfRefused = (photo: Left, { why, isGone, goBackTo }: Refused) => {
  if (isGone) unsaved.delete(photo.id)
  else unsaved.set(photo.id, photo)
  const left = stillUnsaved()
  const told = unsaved.has(photo.id) ? left : [...left, photo]
  toast({
    title: told.length > 1 ? `${countOf(told.length, 'photo')} not saved` : `“${photo.title}” not saved`,
    description: told.length > 1 ? `${why} ${quoted(told)}` : why,
    ...wayBack(left, goBackTo),
  })
}

/** As an editor is closed: what was refused before has still not been saved. */
export const tellOfUnsaved = (goBackTo: GoBackTo) => {
  const left = stillUnsaved()
  if (left.length === 0) return
  const isOne = left.length === 1
  toast({
    kind: 'info',
    title: isOne ? `${quoted(left)} is not saved yet` : `${countOf(left.length, 'photo')} are not saved yet`,
    description: `What you typed is kept until you save it${isOne ? '.' : `: ${quoted(left)}`}`,
    ...wayBack(left, goBackTo),
  })
}
