import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { endpointKey } from '#frontend/shared/api/endpoint-query.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { useSession } from '#frontend/shared/session/session.tsx'
import { toast } from '#frontend/ui/toast.tsx'
import { galleries } from '#schema/api/galleries.ts'
import { photos } from '#schema/api/photos.ts'
import { formatCount } from '#schema/counts.ts'
import type { PresentFiles } from './present-files.ts'
import { sayNews } from './taken-off.ts'
import type { Summary, UploadQueue } from './upload-queue.ts'

const settled = ({ succeeded, failed }: Summary) =>
  toast({
    isOfNoPage: true,
    kind: failed > 0 && succeeded === 0 ? 'destructive' : 'success',
    title: 'Upload complete',
    description: `Successfully uploaded ${countOf(succeeded, 'photo')}${failed > 0 ? `, ${formatCount(failed)} failed` : ''}`,
  })

/**
 * Says what happened to the queue, and asks anew for what the photos have changed: also on the pages that its owner goes to
 * next, and to nobody who signs in after them.
 */
export const useQueueNews = (queue: UploadQueue, present: PresentFiles) => {
  const queries = useQueryClient()
  const { user, session } = useSession()
  const owner = user?.userId
  useEffect(() => {
    const isOwner = () => session.snapshot().user?.userId === owner
    const toOwner = (kind: Parameters<typeof sayNews>[1], say: () => void) => {
      // News of somebody else would take the place of theirs.
      if (isOwner()) sayNews(queue, kind, () => isOwner() && say())
    }
    queue.listen({
      onFailed: ({ key, fileName, message }) =>
        toOwner('failed', () => {
          // It may have been tried again by then, or taken off the list.
          if (!queue.snapshot().some((item) => item.key === key && item.status === 'error')) return
          toast({
            isOfNoPage: true,
            title: 'Upload failed',
            description: `${fileName}: ${message ?? 'Please try again.'}`,
          })
        }),
      onOffline: () =>
        toOwner('offline', () => {
          // It may be back by then.
          if (!queue.isOffline()) return
          toast({
            isOfNoPage: true,
            kind: 'info',
            title: 'Connection lost',
            description: 'The upload waits, and goes on by itself.',
          })
        }),
      onSettled: (summary) => {
        toOwner('settled', () => settled(summary))
        present.forget()
        const { listMine, uploadRoom } = photos.endpoints
        const stale = [
          galleries.endpoints.mine,
          galleries.endpoints.totals,
          listMine,
          uploadRoom,
          galleries.endpoints.listPhotos,
        ]
        for (const endpoint of stale) void queries.invalidateQueries({ queryKey: endpointKey(endpoint) })
      },
    })
  }, [queue, queries, present, session, owner])
}
