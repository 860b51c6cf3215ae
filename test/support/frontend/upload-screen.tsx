import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { UploadApi } from '#frontend/features/photos/file-sender.ts'
import type { PutFile } from '#frontend/features/photos/put-file.ts'
import type { KeptItem } from '#frontend/features/photos/upload-item.ts'
import { createUploadQueue } from '#frontend/features/photos/upload-queue.ts'
import { UploadScreen } from '#frontend/pages/upload/upload-page.tsx'
import type { AuthClient } from '#frontend/shared/session/auth-client.ts'
import { api } from '#schema/api/all.ts'
import { photoId } from './builders.ts'
import { fakeAuthClient } from './fake-auth-client.ts'
import { mockEndpoint } from './mock-endpoint.ts'
import { ada, type anOwnPhoto } from './own-builders.ts'
import { anOwnGallery } from './own-gallery.ts'
import { renderPage } from './render-page.tsx'

export const aFile = (name: string, { type = 'image/jpeg', bytes = 10 } = {}) => {
  const file = new File(['x'], name, { type, lastModified: 1 })
  Object.defineProperty(file, 'size', { value: bytes })
  return file
}

type Given = {
  at?: string
  put?: PutFile
  confirm?: (id: string) => Promise<{ state: 'ready' | 'pending'; reason: null }>
  look?: UploadApi['look']
  pause?: () => Promise<void>
  inGallery?: ReturnType<typeof anOwnPhoto>[]
  gallery?: Parameters<typeof anOwnGallery>[1]
  /** Galleries beside the first one, “Race day”. */
  others?: ReturnType<typeof anOwnGallery>[]
  isConnected?: () => boolean
  /** The list of an earlier visit. */
  kept?: KeptItem[]
  /** Before a photo is granted. */
  onGrant?: () => void
  /** Who is signed in, to be changed by the test. */
  client?: AuthClient
}
/** The upload page over a queue whose server is here. `sent`: each photo that was asked for, with its gallery and price. */
export const anUploadScreen = async ({
  at = '/upload',
  put = async () => undefined,
  confirm = async () => ({ state: 'ready', reason: null }),
  look = async (ids) => ids.map((id) => ({ id, state: 'ready', reason: null })),
  pause = async () => undefined,
  inGallery = [],
  gallery = {},
  others = [],
  isConnected = () => true,
  kept = [],
  onGrant = () => undefined,
  client = fakeAuthClient(ada),
}: Given = {}) => {
  mockEndpoint(api.galleries.endpoints.mine, { items: [anOwnGallery(1, { title: 'Race day', ...gallery }), ...others] })
  const listed = mockEndpoint(api.photos.endpoints.listMine, { items: inGallery })
  const grants: string[] = []
  const sets: (string | null | undefined)[] = []
  const excepted: (boolean | undefined)[] = []
  const sent: { galleryId: string; fileName: string; pricePence: number }[] = []
  const store = new Map(kept.map((item) => [item.key, item]))
  let granted = 0
  const queue = createUploadQueue({
    api: {
      grant: async (galleryId, { fileName, contentType, setId, pricePence, isExcepted }) => {
        onGrant()
        sets.push(setId)
        excepted.push(isExcepted)
        grants.push(`${fileName} ${contentType}`)
        sent.push({ galleryId, fileName, pricePence })
        return { photo: { id: photoId(++granted) }, upload: { url: '/put', headers: {} } }
      },
      regrant: async (id) => ({ photo: { id }, upload: { url: '/put', headers: {} } }),
      confirm,
      look,
      reword: async () => ({ state: 'ready', reason: null }),
      remove: async () => undefined,
    },
    put,
    measure: async () => undefined,
    pause,
    line: { isOnline: isConnected, probe: async () => isConnected(), untilOnline: () => new Promise(() => undefined) },
    now: () => Date.parse('2030-01-01T10:00:00'),
    store: {
      load: async () => [...store.values()],
      keep: async (item) => void store.set(item.key, item),
      drop: async (key) => void store.delete(key),
    },
    newKey: () => `key-${String(Math.random())}`,
    claim: async () => () => undefined,
  })
  await queue.restore()
  renderPage(<UploadScreen queue={queue} />, { at, user: ada, client })
  await screen.findByRole('option', { name: /^Race day/ })
  return { queue, user: userEvent.setup(), grants, sets, excepted, sent, listed, store }
}

export const chooseFiles = (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('Choose photos'), { target: { files } })
