import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import * as z from 'zod'
import { type ApiClient, apiClient } from '#local/api-client/api-client.ts'
import { people } from '#local/seed/people.ts'
import { api } from '#schema/api/all.ts'
import type { ResponseOf } from '#schema/api/endpoint.ts'
import type { CreateGallery, OwnGallery, UpdateGallery } from '#schema/api/galleries.ts'
import { pence } from '#schema/money.ts'
import { test as base, newestMail, signIn, watch } from './market.ts'

const { galleries, photos } = api

/** The part of `/config.json` that signs people up. */
const Configuration = z.object({ userPoolEndpoint: z.string(), userPoolClientId: z.string() })

type NewPhoto = {
  title: string
  description?: string
  pounds?: number
  width?: number
  height?: number
  /** In place of a flat print. */
  jpeg?: Buffer
}
type NewGallery = Partial<z.input<typeof CreateGallery>> & {
  title: string
  settings?: Omit<z.input<typeof UpdateGallery>, 'version'>
  photos?: readonly NewPhoto[]
}

/** A photographer of one run of the journeys, with the API in hand and a browser's stored session. */
export type Studio = {
  name: string
  email: string
  /** The address of the system that all this is on. */
  site: string
  own: ApiClient
  /** What a browser in which this photographer is signed in has stored. */
  session: Awaited<ReturnType<BrowserContext['storageState']>>
  hang: (gallery: NewGallery) => Promise<OwnGallery>
}

/** A flat print of one colour: quick to draw, and no two are alike. */
const print = ({ width = 600, height = 400 }: NewPhoto, index: number) =>
  sharp({
    create: { width, height, channels: 3, background: { r: (index * 53) % 256, g: (index * 97) % 256, b: 120 } },
  })
    .jpeg()
    .toBuffer()

type Grant = ResponseOf<typeof photos.endpoints.grantUpload>['upload']
const store = async ({ url, headers }: Grant, title: string, bytes: Buffer) => {
  const stored = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })
  if (!stored.ok) throw new Error(`Storage refused ${title}: ${stored.status}`)
}

/** Asks for one photo after the other, which is their order; the files go up side by side. */
const upload = async (own: ApiClient, galleryId: OwnGallery['id'], wanted: readonly NewPhoto[]) => {
  const storing: Promise<void>[] = []
  for (const [index, photo] of wanted.entries()) {
    const bytes = photo.jpeg ?? (await print(photo, index + 1))
    const granted = await own.call(photos.endpoints.grantUpload, {
      params: { galleryId },
      body: {
        fileName: `${photo.title}.jpg`,
        contentType: 'image/jpeg',
        bytes: bytes.length,
        title: photo.title,
        description: photo.description ?? '',
        ...(photo.pounds !== undefined && { pricePence: pence(Math.round(photo.pounds * 100)) }),
      },
    })
    storing.push(store(granted.upload, photo.title, bytes))
  }
  await Promise.all(storing)
}

/** Waits until every photo is shown to visitors. */
const settle = async (own: ApiClient, page: Page, galleryId: OwnGallery['id']) => {
  for (let tries = 0; tries < 480; tries++) {
    const { items } = await own.call(photos.endpoints.listMine, { params: { galleryId }, query: {} })
    if (items.every(({ state }) => state === 'ready')) return
    await page.waitForTimeout(250)
  }
  throw new Error('The photos were not made ready within two minutes.')
}

export const studioPassword = 'darkroom'

type Opened = { studio: Studio; page: Page; context: BrowserContext }

const openStudio = async (browser: Browser, site: string): Promise<Opened> => {
  const run = Date.now().toString(36)
  const [name, email, password] = [`Nora Quill ${run}`, `nora-${run}@example.com`, studioPassword]
  const context = await browser.newContext({ baseURL: site, permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await context.newPage()
  const answer = await page.request.get('/config.json')
  const { userPoolEndpoint, userPoolClientId } = Configuration.parse(await answer.json())
  const mail = async (to: string) => (await newestMail(page, to)).text ?? ''
  const accounts = people({ endpoint: userPoolEndpoint, clientId: userPoolClientId }, mail)
  await accounts.signUp({ name, email, password })
  const own = apiClient(site, await accounts.signIn({ email, password }))
  accounts.close()
  await signIn(page, email, password)

  const hang = async ({ settings, photos: wanted = [], ...gallery }: NewGallery) => {
    const made = await own.call(galleries.endpoints.create, { body: gallery })
    const params = { galleryId: made.id }
    const set =
      settings && (await own.call(galleries.endpoints.update, { params, body: { version: made.version, ...settings } }))
    await upload(own, made.id, wanted)
    if (wanted.length > 0) await settle(own, page, made.id)
    return set ?? made
  }
  return { studio: { name, email, site, own, session: await context.storageState(), hang }, page, context }
}

type Pages = {
  /** A page in which the studio's photographer is signed in; `page` is a stranger's. */
  owner: Page
  /** A photographer of this test alone, with a page of theirs: for what is theirs alone, as a balance or an account. */
  newcomer: Studio & { page: Page }
}

/** Journeys around one photographer, who signs up once a run. */
export const test = base.extend<Pages, { studio: Studio }>({
  studio: [
    async ({ browser }, use, { project }) => {
      const { studio, context } = await openStudio(browser, project.use.baseURL ?? '')
      await use(studio)
      await context.close()
    },
    { scope: 'worker' },
  ],
  owner: async ({ browser, studio, complaints }, use) => {
    const context = await browser.newContext({ storageState: studio.session })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await watch(context, complaints)
    await use(await context.newPage())
    await context.close()
  },
  newcomer: async ({ browser, baseURL, complaints }, use) => {
    const { studio, page, context } = await openStudio(browser, baseURL ?? '')
    await watch(context, complaints)
    await use({ ...studio, page })
    await context.close()
  },
})
