import type { Send } from '#functions/shared/queue/queue.ts'
import { parseUploadKey } from '#functions/shared/storage/media-keys.ts'
import type { RenderMessage } from '#schema/events/render.ts'

/**
 * Hands on what S3 announced, under the name of the photographer whose it is: S3 itself cannot say it, and without it five
 * photos wait behind the two thousand that somebody else sent a moment before (decision 94). What our own functions put
 * here before there were two queues goes where it is put now.
 */
export const sortArrivals =
  ({ send }: { send: Send }) =>
  async (message: RenderMessage): Promise<void> => {
    if ('Event' in message) return
    if ('kind' in message) {
      return send(message.kind === 'rerender-photo' ? 'REDRAW_QUEUE_URL' : 'RENDER_QUEUE_URL', [message])
    }
    for (const record of message.Records) {
      const { object } = record.s3
      // As S3 writes keys, which are read once more.
      const notice = { ...record, s3: { ...record.s3, object: { ...object, key: encodeURIComponent(object.key) } } }
      await send('RENDER_QUEUE_URL', [{ Records: [notice] }], { group: parseUploadKey(object.key)?.userId })
    }
  }
