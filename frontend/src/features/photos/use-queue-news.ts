import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { endpointKey } from '#frontend/shared/api/endpoint-query.ts'
import { countOf } from '#frontend/shared/format/counts.ts'
import { toast } from '#frontend/ui/toast.tsx'
import { galleries } from '#schema/api/galleries.ts'
import { photos } from '#schema/api/photos.ts'
import { formatCount } from '#schema/counts.ts'
import type { PresentFiles } from './present-files.ts'
import type { Summary, UploadQueue } from './upload-queue.ts'

const settled = ({ succeeded, failed }: Summary) =>
  toast({
    kind: failed > 0 && succeeded === 0 ? 'destructive' : 'success',
    title: 'Upload complete',
    description: `Successfully uploaded ${countOf(succeeded, 'photo')}${failed > 0 ? `, ${formatCount(failed)} failed` : ''}`,
  })

/** Says what happened to the queue while its page is shown, and asks anew for what the photos have changed. */
export const useQueueNews = (queue: UploadQueue, present: PresentFiles) => {
  const queries = useQueryClient()
  useEffect(() => {
    queue.listen({
      onFailed: ({ fileName, message }) =>
        toast({ title: 'Upload failed', description: `${fileName}: ${message ?? 'Please try again.'}` }),
      onOffline: () =>
        toast({ kind: 'info', title: 'Connection lost', description: 'The upload waits, and goes on by itself.' }),
      onSettled: (summary) => {
        settled(summary)
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
  }, [queue, queries, present])
}
