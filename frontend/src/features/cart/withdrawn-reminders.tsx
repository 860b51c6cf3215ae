import { useEffect, useRef } from 'react'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { type ChangeDraft, noteWithdrawn, type Withdrawn } from '#frontend/shared/cart/checkout-draft.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { visitors } from '#schema/api/visitors.ts'
import { GalleryId, PhotoId } from '#schema/ids.ts'

/** Photos and whole galleries, as the server is told of them. */
const namedIn = (ids: readonly string[]) => ({
  items: ids.flatMap((id) => {
    const photoId = PhotoId.safeParse(id).data
    return photoId ? [{ photoId }] : []
  }),
  galleryIds: ids.flatMap((id) => GalleryId.safeParse(id).data ?? []),
})

type WithdrawnRemindersProps = {
  withdrawn: readonly Withdrawn[]
  /** Nothing is said of a failure: another message has to stay. The next visit sends it again. */
  isQuiet: boolean
  onChange: ChangeDraft
}

/**
 * Tells the server of reminders that were taken back; with the next visit of the cart again, until it knows. Apart from
 * the box of the reminder, which goes away with the last photo of a cart.
 */
export const WithdrawnReminders = ({ withdrawn, isQuiet, onChange }: WithdrawnRemindersProps) => {
  const now = useRef<{ withdrawn: readonly Withdrawn[]; isQuiet: boolean }>({ withdrawn: [], isQuiet })
  /** What was sent last for an address: the answer to anything before says nothing of it. */
  const latest = useRef(new Map<string, object>())
  const isWithdrawn = (email: string) => now.current.withdrawn.some((each) => each.email === email)
  const { mutate } = useEndpoint(visitors.endpoints.keepCart, {
    // Also by a device that slept: a consent that was taken back is not to stand.
    isRepeatable: 'whenever',
    inOrder: 'kept-cart',
    onSuccess: (_answer, { body }) => {
      if (latest.current.get(body.email) === body) noteWithdrawn(body.email, onChange)
    },
    onError: (error, request) => {
      // Wished for again meanwhile, it is not to be taken back.
      if (now.current.isQuiet || !isWithdrawn(request.body.email)) return
      toast({
        kind: 'destructive',
        title: 'Your reminder is not taken back yet',
        description: sentenceOf(error),
        action: { label: 'Try again', act: () => isWithdrawn(request.body.email) && mutate(request) },
      })
    },
  })
  useEffect(() => {
    const fresh = withdrawn.filter((each) => !now.current.withdrawn.includes(each))
    now.current = { withdrawn, isQuiet }
    for (const { email, of } of fresh) {
      const body = { email, consent: null, ...(of.length > 0 && namedIn(of)) }
      latest.current.set(email, body)
      mutate({ body })
    }
  }, [withdrawn, isQuiet, mutate])
  return null
}
