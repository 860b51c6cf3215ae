import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ApiClient, apiClient } from '#local/api-client/api-client.ts'
import type { LocalSystem, LocalSystemOptions } from '#local/local-system.ts'
import { type People, people } from '#local/seed/people.ts'
import { startLocalSystem } from '#local/system.ts'
import { api } from '#schema/api/all.ts'
import type { OwnGallery } from '#schema/api/galleries.ts'
import type { OwnPhoto } from '#schema/api/photos.ts'
import { deliveryConsent } from '#schema/consent.ts'
import type { GalleryId } from '#schema/ids.ts'
import { IdempotencyKey, UserId } from '#schema/ids.ts'

export type Account = { userId: UserId; email: string; password: string; token: string; own: ApiClient }

/** A whole local system of its own, empty, on free ports, and the people in it. One a test file. */
export const runningSystem = async (
  options: Pick<LocalSystemOptions, 'throttleScale' | 'logLevel' | 'isEdgeKeeping'> = {},
) => {
  const stateDir = await mkdtemp(join(tmpdir(), 'darkslide-system-'))
  const system = await startLocalSystem({
    stateDir,
    port: 0,
    build: 'none',
    seed: false,
    quiet: true,
    throttleScale: 1_000,
    ...options,
  })
  const accounts = people(
    { endpoint: system.identity.endpoint, clientId: system.identity.clientId },
    async (to) => system.outbox().findLast((mail) => mail.to.includes(to))?.text ?? '',
  )
  const anyone = apiClient(system.url)
  return {
    system,
    stateDir,
    accounts,
    anyone,
    signUp: (name: string) => signUp(system, accounts, name),
    close: async () => {
      accounts.close()
      await system.close()
      await rm(stateDir, { recursive: true, force: true })
    },
  }
}
export type Running = Awaited<ReturnType<typeof runningSystem>>

const signUp = async (system: LocalSystem, accounts: People, name: string): Promise<Account> => {
  const email = `${name.toLowerCase()}@example.com`
  const password = 'darkroom'
  await accounts.signUp({ name, email, password })
  const token = await accounts.signIn({ email, password })
  const own = apiClient(system.url, token)
  const { userId } = await own.call(api.profiles.endpoints.me, {})
  return { userId: UserId.parse(userId), email, password, token, own }
}

export const demoPhoto = (file: string): Promise<Buffer> => readFile(join('local/seed/photos', file))

/** Puts one file into a gallery, as the upload page does, and waits until it is rendered. */
export const uploadPhoto = async (
  { system }: Pick<Running, 'system'>,
  { own }: Pick<Account, 'own'>,
  { galleryId, bytes, fileName = 'IMG_0001.jpg' }: { galleryId: GalleryId; bytes: Buffer; fileName?: string },
): Promise<OwnPhoto> => {
  const { photo, upload } = await own.call(api.photos.endpoints.grantUpload, {
    params: { galleryId },
    body: { fileName, contentType: 'image/jpeg', bytes: bytes.length },
  })
  const put = await fetch(upload.url, { method: 'PUT', headers: upload.headers, body: new Uint8Array(bytes) })
  if (!put.ok) throw new Error(`Storage refused the file: ${put.status} ${await put.text()}`)
  await system.drainQueues()
  return own.call(api.photos.endpoints.getMine, { params: { photoId: photo.id } })
}

/** A public gallery with one photo on sale. */
export const galleryOnSale = async (
  running: Pick<Running, 'system'>,
  account: Pick<Account, 'own'>,
  title = 'The Ridge',
): Promise<{ gallery: OwnGallery; photo: OwnPhoto }> => {
  const gallery = await account.own.call(api.galleries.endpoints.create, { body: { title } })
  const photo = await uploadPhoto(running, account, {
    galleryId: gallery.id,
    bytes: await demoPhoto('two-spaniels.jpg'),
  })
  return { gallery, photo }
}

let attempts = 0
/** A buyer's checkout up to the card page. */
export const openCheckout = async (
  { anyone }: Pick<Running, 'anyone'>,
  photoIds: readonly OwnPhoto['id'][],
  wholeGalleries: readonly OwnGallery['id'][] = [],
) => {
  attempts += 1
  // Another browser each time: one that comes again with the same cart is led to the order that it has.
  const { session } = await anyone.call(api.galleries.endpoints.startSession, { body: {} })
  const opened = await anyone.call(api.orders.endpoints.checkout, {
    headers: {
      'idempotency-key': IdempotencyKey.parse(`test-checkout-${String(attempts).padStart(6, '0')}`),
      'x-gallery-session': session,
    },
    body: {
      items: photoIds.map((photoId) => ({ photoId })),
      galleries: wholeGalleries.map((galleryId) => ({ galleryId })),
      consent: deliveryConsent.version,
      customer: { name: 'Hannah Price', email: 'hannah@example.com' },
    },
  })
  return { ...opened, sessionId: opened.kind === 'pay' ? (/cs_[A-Za-z0-9_]+/.exec(opened.url)?.[0] ?? '') : '' }
}
