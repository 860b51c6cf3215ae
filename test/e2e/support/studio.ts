import type { Browser, BrowserContext, Page } from '@playwright/test'
import sharp from 'sharp'
import * as z from 'zod'
import { type ApiClient, apiClient } from '#local/api-client/api-client.ts'
import { people } from '#local/seed/people.ts'
import { api } from '#schema/api/all.ts'
import type { CreateGallery, OwnGallery, UpdateGallery } from '#schema/api/galleries.ts'
import { pence } from '#schema/money.ts'
import { test as base, newestMail, signIn, watch } from './market.ts'

const { galleries, photos } = api

/** The part of `/config.json` that signs people up. */
const Configuration = z.object({ userPoolEndpoint: z.string(), userPoolClientId: z.string() })

type NewPhoto = { title: string; description?: string; pounds?: number; width?: number; height?: number }
type NewGallery = Partial<z.input<typeof CreateGallery>> & {
  title: string
  settings?: Omit<z.input<typeof UpdateGallery>, 'version'>
  photos?: readonly NewPhoto[]
}

/** A photographer of one run of the journeys, with the API in hand and a browser's stored session. */
export type Studio = {
  name: string
  email: string
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

const upload = async (own: ApiClient, galleryId: OwnGallery['id'], wanted: readonly NewPhoto[]) => {
  for (const [index, photo] of wanted.entries()) {
    const bytes = await print(photo, index + 1)
    const granted = await own.call(photos.endpoints.grantUpload, {
      params: { galleryId },
      body: {
        fileName: `${photo.title}.jpg`,
        contentType: 'image/jpeg',
        bytes: bytes.length,
        title: photo.title,
        description: photo.description ?? '',
        ...(photo.pounds !== undefined && { pricePence: pence(photo.pounds * 100) }),
      },
    })
    const { url, headers } = granted.upload
    const stored = await fetch(url, { method: 'PUT', headers, body: new Uint8Array(bytes) })
    if (!stored.ok) throw new Error(`Storage refused ${photo.title}: ${stored.status}`)
  }
}

/** Waits until every photo is shown to visitors. */
const settle = async (own: ApiClient, page: Page, galleryId: OwnGallery['id']) => {
  for (let tries = 0; tries < 120; tries++) {
    const { items } = await own.call(photos.endpoints.listMine, { params: { galleryId }, query: {} })
    if (items.every(({ state }) => state === 'ready')) return
    await page.waitForTimeout(250)
  }
  throw new Error('The photos were not made ready within half a minute.')
}

const openStudio = async (browser: Browser, site: string): Promise<{ studio: Studio; close: () => Promise<void> }> => {
  const run = Date.now().toString(36)
  const [name, email, password] = [`Nora Quill ${run}`, `nora-${run}@example.com`, 'darkroom']
  const context = await browser.newContext({ baseURL: site })
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
  return {
    studio: { name, email, own, session: await context.storageState(), hang },
    close: () => context.close(),
  }
}

type Pages = {
  /** A page in which the studio's photographer is signed in; `page` is a stranger's. */
  owner: Page
}

/** Journeys around one photographer, who signs up once a run. */
export const test = base.extend<Pages, { studio: Studio }>({
  studio: [
    async ({ browser }, use, { project }) => {
      const { studio, close } = await openStudio(browser, project.use.baseURL ?? '')
      await use(studio)
      await close()
    },
    { scope: 'worker' },
  ],
  owner: async ({ browser, studio, complaints }, use) => {
    const context = await browser.newContext({ storageState: studio.session })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    watch(context, complaints)
    await use(await context.newPage())
    await context.close()
  },
})
