import { ApiError } from '#frontend/shared/api/api-error.ts'
import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { warnBeforeUnload } from '#frontend/shared/forms/unload-warning.ts'
import { type AuthSession, authSession } from '#frontend/shared/session/auth-session.ts'
import type { Endpoint, RequestOf, ResponseOf } from '#schema/api/endpoint.ts'
import { photos } from '#schema/api/photos.ts'
import { claimInBrowser } from './claims.ts'
import { browserLine } from './connection.ts'
import type { UploadApi } from './file-sender.ts'
import { measureImage } from './measure-image.ts'
import { putFile } from './put-file.ts'
import { createUploadQueue, type UploadQueue } from './upload-queue.ts'
import { indexedUploadStore, storeOfTab } from './upload-store.ts'

const { endpoints } = photos

/** Calls carry the token of whoever is signed in: while that is not the owner of a queue, it waits as after the end of a session. */
export const uploadApiOf = (userId: string, session: Pick<AuthSession, 'snapshot'> = authSession): UploadApi => {
  const call = async <E extends Endpoint>(endpoint: E, request: RequestOf<E>): Promise<ResponseOf<E>> => {
    if (session.snapshot().user?.userId !== userId) throw new ApiError({ code: 'unauthenticated' })
    return callEndpoint(endpoint, request)
  }
  return {
    grant: (galleryId, body) => call(endpoints.grantUpload, { params: { galleryId }, body }),
    regrant: (photoId) => call(endpoints.regrantUpload, { params: { photoId } }),
    confirm: (photoId) => call(endpoints.confirmUpload, { params: { photoId } }),
    reword: async (photoId, words) => {
      const { version } = await call(endpoints.getMine, { params: { photoId } })
      return call(endpoints.update, { params: { photoId }, body: { version, ...words } })
    },
    look: async (photoIds) => (await call(endpoints.findMine, { body: { photoIds: [...photoIds] } })).items,
    remove: (photoId) => call(endpoints.remove, { params: { photoId } }),
  }
}

/** The browser asks before the tab is closed while something is on its way, whatever page is shown by then. */
export const warnWhileSending = ({ subscribe, isSending }: Pick<UploadQueue, 'subscribe' | 'isSending'>) => {
  let stopWarning: (() => void) | undefined
  subscribe(() => {
    if (isSending()) stopWarning ??= warnBeforeUnload({ isKept: false })
    else {
      stopWarning?.()
      stopWarning = undefined
    }
  })
}

const queues = new Map<string, UploadQueue>()

/** The queue of a user, made once: uploads go on while another page is shown. */
export const uploadQueueOf = (userId: string): UploadQueue => {
  const known = queues.get(userId)
  if (known) return known
  const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
  const queue = createUploadQueue({
    api: uploadApiOf(userId),
    put: putFile,
    measure: measureImage,
    pause,
    line: browserLine,
    now: () => Date.now(),
    store: storeOfTab(indexedUploadStore(userId), { tab: crypto.randomUUID(), claim: claimInBrowser, pause }),
    newKey: () => crypto.randomUUID(),
    claim: claimInBrowser,
  })
  queues.set(userId, queue)
  warnWhileSending(queue)
  void queue.restore()
  return queue
}
