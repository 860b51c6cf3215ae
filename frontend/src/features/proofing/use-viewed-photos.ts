import { type RefObject, useEffect, useRef, useState } from 'react'
import { focusHeading } from '#frontend/ui/focus-heading.ts'
import type { ClientProofSession, ProofPhoto } from '#schema/api/proofing.ts'
import type { PhotoId } from '#schema/ids.ts'
import { countIn, isListed } from './proof-words.ts'

type Listed = {
  session: ClientProofSession
  photos: readonly ProofPhoto[]
  /** Whether these are all photos of the session. */
  isWhole: boolean
  /** The status that the list shows; `''` is any. */
  shown: string
  /** The photo that the address names; `''` is none. */
  opened: string
}

/**
 * What the viewer goes through: the photos that their list showed when it was opened. One that is decided stays, and so
 * does its place: whoever sorts the maybes neither skips one nor comes to a photo that was decided long ago. Of those that
 * arrive meanwhile the ones of the list's status join, and a photo that was linked to does at its place.
 */
export const useViewedPhotos = ({ session, photos, isWhole, shown, opened }: Listed) => {
  const [frozen, setFrozen] = useState({ shown, isIn: new Map<PhotoId, boolean>() })
  const isOpen = photos.some(({ photoId }) => photoId === opened)
  let { isIn } = frozen
  if (isIn.size > 0 && (!isOpen || frozen.shown !== shown)) isIn = new Map()
  const isNew = ({ photoId }: ProofPhoto) => !isIn.has(photoId) || (photoId === opened && !isIn.get(photoId))
  const arrived = isOpen ? photos.filter(isNew) : []
  if (arrived.length > 0) {
    const judged = arrived.map((photo) => [photo.photoId, photo.photoId === opened || isListed(photo, shown)] as const)
    isIn = new Map([...isIn, ...judged])
  }
  if (isIn !== frozen.isIn) setFrozen({ shown, isIn })

  const viewed = photos.filter(({ photoId }) => isIn.get(photoId))
  const known = photos.filter((photo) => isListed(photo, shown)).length
  const awaited = isWhole ? 0 : Math.max(0, countIn(session, shown, photos) - known)
  return {
    photos: viewed,
    /** Of the open photo; -1 where none is open. */
    index: viewed.findIndex(({ photoId }) => photoId === opened),
    /** With those that are still on their way. */
    count: viewed.length + awaited,
  }
}
export type ViewedPhotos = ReturnType<typeof useViewedPhotos>

type Behind = {
  /** The list behind the viewer. */
  list: RefObject<HTMLElement | null>
  viewed: ViewedPhotos
  /** Whoever ends the review is led to what says so. */
  isLeaving: boolean
}

/**
 * The viewer gives the focus back to the card that opened it. One that was decided has left a list of one status, and took
 * the focus along: the card that stands there now gets it.
 */
export const useFocusBehindViewer = ({ list, viewed: { photos, index }, isLeaving }: Behind) => {
  const before = useRef<Pick<ViewedPhotos, 'photos' | 'index'>>(undefined)
  useEffect(() => {
    const closed = before.current
    before.current = index === -1 ? undefined : { photos, index }
    if (!closed || index !== -1 || isLeaving || document.activeElement !== document.body) return
    const nearest = [...closed.photos.slice(closed.index), ...closed.photos.slice(0, closed.index).toReversed()]
    for (const { photoId } of nearest) {
      const opener = list.current?.querySelector<HTMLElement>(`[data-photo="${photoId}"] [data-opener]`)
      if (opener) return opener.focus()
    }
    const heading = document.querySelector<HTMLElement>('h1')
    if (heading) focusHeading(heading)
  })
}
