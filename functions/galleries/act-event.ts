import { hashOf } from '#functions/shared/sessions/gallery-sessions.ts'
import type { ActKind } from '#schema/entities/activity.ts'
import type { CountEvent } from '#schema/events/count.ts'
import type { GalleryId } from '#schema/ids.ts'

type Done = { act: ActKind; subject: string; from: string; photos: number; isWhole?: boolean; at: string }

/** A message of what somebody did in a gallery: it tells people and addresses apart and names neither. */
export const actEvent = (galleryId: GalleryId, { act, subject, from, photos, isWhole, at }: Done): CountEvent => ({
  kind: 'act',
  act,
  galleryId,
  who: hashOf(`${galleryId} ${subject}`).slice(0, 22),
  from: hashOf(from).slice(0, 22),
  photos,
  ...(isWhole && { whole: true }),
  at,
})
