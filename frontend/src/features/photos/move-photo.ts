import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { endpointKey } from '#frontend/shared/api/endpoint-query.ts'
import { listLagMs } from '#frontend/shared/galleries/list-lag.ts'
import { galleries } from '#schema/api/galleries.ts'
import { type OwnPhoto, photos } from '#schema/api/photos.ts'
import type { GalleryId, PhotoId } from '#schema/ids.ts'
import { listKey, useShownPhotos } from './queries.ts'

const { endpoints } = photos
/** What is known of the list while moves are on their way, and the time that is left until it is read. */
type Waiting = {
  isToBeRead: boolean
  updates: number | undefined
  reading: ReturnType<typeof setTimeout> | undefined
}
type Moved = { id: PhotoId; after: PhotoId | null }

const movedIn = (list: readonly OwnPhoto[], { id, after }: Moved): OwnPhoto[] => {
  const moved = list.filter((photo) => photo.id === id)
  const others = list.filter((photo) => photo.id !== id)
  // What waits for its file or was refused stands before what is on sale.
  const isShown = ({ state }: OwnPhoto) => state === 'ready'
  const found = after === null ? others.findIndex(isShown) : others.findIndex((photo) => photo.id === after) + 1
  const place = found < 0 ? others.length : found
  return [...others.slice(0, place), ...moved, ...others.slice(place)]
}

/**
 * Puts a photo after another one: here at once, and at the server one after the other, since each step counts on the
 * one before. The list is not asked for anew, for the server's may be a moment behind; only where a move was refused, or
 * where something else was told of the list while moves were on their way, and that moment later.
 */
export const useMovePhoto = (galleryId: GalleryId, onRefused: (error: Error) => void) => {
  const queries = useQueryClient()
  const show = useShownPhotos(galleryId)
  const queryKey = listKey(galleryId)
  const mutationKey = ['order of photos', galleryId]
  const updates = () => queries.getQueryState(queryKey)?.dataUpdateCount
  const isBeingRead = () => queries.isFetching({ queryKey }) > 0
  const [list] = useState<Waiting>({ isToBeRead: false, updates: updates(), reading: undefined })
  const { mutate } = useMutation({
    mutationKey,
    scope: { id: `order ${galleryId}` },
    mutationFn: ({ id, after }: Moved) => callEndpoint(endpoints.move, { params: { photoId: id }, body: { after } }),
    onError: (error) => {
      list.isToBeRead = true
      onRefused(error)
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: endpointKey(galleries.endpoints.listPhotos) }),
    onSettled: () => {
      const isLast = queries.isMutating({ mutationKey }) === 1
      if (isLast && (list.isToBeRead || isBeingRead() || list.updates !== updates())) {
        list.isToBeRead = true
        list.reading = setTimeout(() => {
          list.isToBeRead = false
          void queries.invalidateQueries({ queryKey })
        }, listLagMs)
      }
    },
  })
  return (moved: Moved) => {
    const isFirst = queries.isMutating({ mutationKey }) === 0
    clearTimeout(list.reading)
    list.isToBeRead ||= isBeingRead() || (!isFirst && list.updates !== updates())
    // What is being read would take the move back.
    void queries.cancelQueries({ queryKey })
    show((known) => movedIn(known, moved))
    list.updates = updates()
    mutate(moved)
  }
}
