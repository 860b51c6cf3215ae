import { ImageOff, SearchX } from 'lucide-react'
import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { Button } from '#frontend/ui/button.tsx'
import { EmptyState } from '#frontend/ui/surface.tsx'
import { wordsOf } from './photo-times.ts'
import type { PagedPhotos } from './use-paged-photos.ts'
import { handFocus } from './wall-focus.ts'

type FailedWallProps = {
  error: Error
  /** That was looked for; empty for none. */
  number: string
  onRetry: () => void
}
/** The photos did not come. */
export const FailedWall = ({ error, number, onRetry }: FailedWallProps) =>
  number !== '' && codeOf(error) === 'invalid_request' ? (
    <EmptyState title={`“${number}” is no number`} icon={<SearchX size={40} />}>
      Type it as it stands on the shirt or plate: up to six digits and letters, a digit among them.
    </EmptyState>
  ) : (
    <EmptyState
      title="Error loading photos"
      icon={<ImageOff size={40} />}
      action={<Button onClick={onRetry}>Try again</Button>}
    >
      {codeOf(error) === 'gallery_locked'
        ? 'This gallery has been locked meanwhile. Load the page again.'
        : sentenceOf(error)}
    </EmptyState>
  )

type EmptyWallProps = {
  paged: Pick<PagedPhotos, 'q' | 'set' | 'time' | 'number' | 'hasUnread' | 'showSet'>
  onShowAll: () => void
}
/** There are none: what was looked for, and what may help. */
export const EmptyWall = ({ paged: { q, set, time, number, hasUnread, showSet }, onShowAll }: EmptyWallProps) => {
  if (q)
    return (
      <EmptyState
        title="No photos match"
        icon={<SearchX size={40} />}
        action={<Button onClick={onShowAll}>Show all photos</Button>}
      >
        Nothing in this {set ? 'set' : 'gallery'} is called “{q}”.
      </EmptyState>
    )
  if (set)
    return (
      <EmptyState
        title={`No photos in this set ${time ? `from ${wordsOf(time)}` : 'yet'}`}
        icon={<ImageOff size={40} />}
        action={
          <Button
            onClick={() => {
              handFocus(document.querySelector<HTMLElement>('[aria-label=Sets] button'))
              showSet(undefined)
            }}
          >
            Look in all sets
          </Button>
        }
      >
        The other sets of this gallery may have some.
      </EmptyState>
    )
  if (time && !number)
    return (
      <EmptyState title={`No photos from ${wordsOf(time)}`} icon={<SearchX size={40} />}>
        Nobody photographed at that time, or the camera’s clock was wrong. Look a little earlier or later.
      </EmptyState>
    )
  if (number)
    return (
      // The search says why, with code that is fetched only where numbers are read.
      <EmptyState title={`No photos of ${number}${hasUnread ? ' yet' : ''}`} icon={<SearchX size={40} />} />
    )
  return (
    <EmptyState title="No photos yet" icon={<ImageOff size={40} />}>
      The photographer has not put any photos into this gallery so far.
    </EmptyState>
  )
}
