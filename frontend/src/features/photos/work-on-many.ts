import { useRef } from 'react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { toast } from '#frontend/ui/toast.tsx'
import type { OwnPhoto } from '#schema/api/photos.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { changeMany, type Outcome, partsOf } from './change-many.ts'
import { type Answered, useManyPhotos } from './many-photos.ts'

/** It was done to these: they need not be chosen any longer. */
export type Done = (photoIds: readonly PhotoId[]) => void

const said = (count: number, what: string) => `${countOf(count, 'photo')} ${what}`

type Work = (photo: OwnPhoto) => Promise<Answered>
type Told = Outcome<OwnPhoto, Answered> & { what: string; count?: number }

/** Does one thing to photos of a gallery, and says how far it came: in one sentence, whatever was refused. */
export const useWork = (galleryId: GalleryId, onDone: Done) => {
  const { look, show } = useManyPhotos(galleryId)
  const stopped = useRef(false)
  const isStopped = () => stopped.current
  /** `true` where it was done to all of them. */
  const tell = async (
    photos: readonly OwnPhoto[],
    { what, done, answers, refused, count = done.length, why }: Told,
  ) => {
    show(answers)
    // Changed elsewhere, or done without an answer: doing it again counts on them as they are by now.
    const ids = refused.map(({ id }) => id)
    if (ids.length > 0) show((await changeMany(partsOf(ids, limits.upload.lookAtOnce), look)).answers)
    onDone(done.map(({ id }) => id))
    const isAll = done.length === photos.length
    if (isAll) toast({ kind: 'success', title: said(count, what) })
    else
      toast({
        kind: why === undefined ? 'info' : 'destructive',
        title: `${said(count, what)}, ${photos.length - count} not`,
        description: why ?? 'You stopped it; the rest is as it was.',
      })
    return isAll
  }
  return {
    tell,
    isStopped,
    each: async (photos: readonly OwnPhoto[], what: string, work: Work) =>
      tell(photos, { what, ...(await changeMany(photos, work, isStopped)) }),
    /** What is on its way is still done, and nothing else. */
    stop: () => {
      stopped.current = true
    },
  }
}

type Dialog = {
  galleryId: GalleryId
  onClose: () => void
  onDone: Done
  /** The same once the dialog is closed. */
  onDoneLate: Done
}

/** The same for a dialog, which stays open until all is done: closed before, it does no more. */
export const useWorkOf = ({ galleryId, onClose, onDone, onDoneLate }: Dialog) => {
  const work = useWork(galleryId, (photoIds) => (work.isStopped() ? onDoneLate : onDone)(photoIds))
  return {
    ...work,
    close: () => {
      // Closed before, another may be open by now.
      if (work.isStopped()) return
      work.stop()
      onClose()
    },
  }
}

/** Thrown by what a form sends where photos are left, so that what was typed is kept for them; that was said already. */
export class SomeAreLeft extends Error {}
