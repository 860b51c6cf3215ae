import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CognitoIdentityProviderClient, ListUsersCommand } from '@aws-sdk/client-cognito-identity-provider'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Item } from '#functions/shared/table/writes.ts'
import { localCredentials } from '#local/table/make-table.ts'
import { api } from '#schema/api/all.ts'
import { GalleryId, type PhotoId, UserId } from '#schema/ids.ts'
import { sessionAt } from '#test/support/requests/send.ts'
import {
  type Account,
  demoPhoto,
  galleryOnSale,
  openCheckout,
  type Running,
  runningSystem,
  uploadPhoto,
} from '#test/support/system/running.ts'
import { holdsOver, operatorsStripe, paidOut, readyForPayouts, soldBy } from '#test/support/system/sold.ts'
import { type RunningTable, tableOf } from '#test/support/system/table.ts'

let running: Running
let data: RunningTable
let life: Life
beforeAll(async () => {
  running = await runningSystem()
  data = tableOf(running)
  life = await aWholeLife()
})
afterAll(async () => {
  data.close()
  await running.close()
})

/** A command as an operator types it, in a process of its own. */
const ops = (...args: string[]): Promise<{ code: number; said: string }> =>
  new Promise((resolve) => {
    const all = ['scripts/ops.ts', ...args, '--local', '--url', running.system.url]
    const child = execFile(process.execPath, all, (_, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, said: `${stdout}${stderr}`.trim() }),
    )
  })

const erase = (...args: string[]) => ops('erase', ...args)

/** What a copy of the table from before the erasure holds. */
let before: Item[] = []
/** Of the person, given after the erasure had begun: it lives for minutes yet when all is done. */
let lastToken = ''

const hour = 3_600_000
const words = {
  name: 'Canaria Finchley',
  renamed: 'Canaria Warbler',
  email: 'canaria.finchley@example.com',
  bio: 'Canary words about myself',
  website: 'https://canary-finchley.example/',
  firstPage: 'canary-first-page',
  page: 'canary-page',
  gallery: 'Canary gallery of birds',
  galleryText: 'Canary text of a gallery',
  emptied: 'Canary gallery without a sale',
  accessCode: 'CANARY77',
  watermark: 'Canary mark',
  photo: 'Canary photo nobody bought',
  photoText: 'Canary text of a photo',
  deletedPhoto: 'Canary photo deleted long ago',
  session: 'Canary session',
  sessionText: 'Canary text of a session',
  client: 'canary.client@example.com',
  galleryClient: 'canary.gallery.client@example.com',
  feedback: 'Canary feedback of a client',
  abandoned: 'Canary cart nobody paid',
}
/** What belongs to whoever bought it: how it was called, in their order. */
const soldWords = { photo: 'Canary photo somebody bought', gallery: 'Canary gallery of a sale' }

const accounts = api.accounts.endpoints
const galleries = api.galleries.endpoints
const profiles = api.profiles.endpoints
const proofing = api.proofing.endpoints

const rename = async ({ own }: Account, photoId: PhotoId, change: { title: string; description?: string }) => {
  const { version } = await own.call(api.photos.endpoints.getMine, { params: { photoId } })
  return own.call(api.photos.endpoints.update, { params: { photoId }, body: { version, ...change } })
}

/** All that a photographer can leave behind, but for the wish to be forgotten. */
const aWholeLife = async () => {
  const { system, anyone } = running
  const neighbour = await running.signUp('Neighbour')
  const theirs = await galleryOnSale(running, neighbour, 'Of somebody who stays')
  await running.accounts.signUp({ name: words.name, email: words.email, password: 'darkroom' })
  const token = await running.accounts.signIn({ email: words.email, password: 'darkroom' })
  const own = anyone.as(token)
  const me = await own.call(profiles.me, {})
  const account: Account = {
    userId: UserId.parse(me.userId),
    email: words.email,
    password: 'darkroom',
    token,
    own,
  }
  await own.call(profiles.savePageName, { body: { name: words.firstPage } })
  await own.call(profiles.savePageName, { body: { name: words.page } })
  const { version } = await own.call(profiles.me, {})
  await own.call(profiles.update, {
    body: { version, displayName: words.renamed, bio: words.bio, websiteUrl: words.website },
  })

  const sold = await soldBy(running, account, soldWords.gallery)
  await rename(account, sold.photo.id, { title: soldWords.photo, description: words.photoText })
  const again = await openCheckout(running, [sold.photo.id])
  await system.stripe.control.pay({ session: again.sessionId })
  await system.drainQueues()
  const left = await galleryOnSale(running, account, words.gallery)
  await own.call(galleries.update, {
    params: { galleryId: left.gallery.id },
    body: {
      version: (await own.call(galleries.getMine, { params: { galleryId: left.gallery.id } })).version,
      description: words.galleryText,
      clientEmail: words.galleryClient,
      accessCode: words.accessCode,
      watermarkEnabled: true,
      watermarkText: words.watermark,
    },
  })
  await system.drainQueues()
  await rename(account, left.photo.id, { title: words.photo, description: words.photoText })
  const bytes = await demoPhoto('paper-bird.jpg')
  const deleted = await uploadPhoto(running, account, { galleryId: left.gallery.id, bytes, fileName: 'CANARY_9.jpg' })
  await rename(account, deleted.id, { title: words.deletedPhoto })
  await own.call(api.photos.endpoints.remove, { params: { photoId: deleted.id } })
  await own.call(galleries.create, { body: { title: words.emptied } })
  const abandoned = await uploadPhoto(running, account, { galleryId: sold.gallery.id, bytes, fileName: 'CANARY_8.jpg' })
  await rename(account, abandoned.id, { title: words.abandoned })
  await openCheckout(running, [abandoned.id])

  const { link } = await own.call(proofing.create, {
    body: {
      galleryId: left.gallery.id,
      title: words.session,
      description: words.sessionText,
      clientEmail: words.client,
    },
  })
  const params = { token: link.slice(link.lastIndexOf('/') + 1), photoId: left.photo.id }
  await anyone.call(proofing.decide, { params, body: { status: 'approved', feedback: words.feedback } })

  const visitor = { 'x-gallery-session': await sessionAt(running.system.url, 'anon_1700000000000_canaryvisitor') }
  const visit = { params: { galleryId: sold.gallery.id }, headers: visitor }
  await anyone.call(galleries.toggleLike, visit)
  await anyone.call(galleries.recordView, visit)
  const like = { params: { galleryId: theirs.gallery.id }, headers: visitor }
  await own.call(galleries.toggleLike, like)
  await anyone.call(galleries.toggleLike, like)

  const { url } = await own.call(api.subscriptions.endpoints.start, {})
  await system.stripe.control.pay({ session: /cs_\w+/.exec(url)?.[0] ?? '' })
  await system.drainQueues()
  return { account, sold, left, deleted, abandoned, theirs }
}
type Life = Awaited<ReturnType<typeof aWholeLife>>

/** Every file of the system's buckets that is a photo's, or a version of one of its objects. */
const filesOf = async (photoId: PhotoId): Promise<string[]> => {
  const all = await readdir(running.stateDir, { recursive: true, withFileTypes: true })
  const files = all.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const notes = files.filter((path) => path.endsWith('.object.json'))
  const keys = await Promise.all(notes.map((path) => readFile(path, 'utf8')))
  return [...files, ...keys].filter((text) => text.includes(photoId))
}
const users = async () => {
  const { endpoint, poolId } = running.system.identity
  const client = new CognitoIdentityProviderClient({ endpoint, region: 'eu-west-2', credentials: localCredentials })
  const { Users = [] } = await client.send(new ListUsersCommand({ UserPoolId: poolId }))
  client.destroy()
  return JSON.stringify(Users)
}
const holding = (items: readonly Item[], text: string) =>
  items.filter((item) => JSON.stringify(item).includes(text)).map(({ PK, SK }) => `${PK} ${SK}`)

test('whatever this release writes about a person is in the index by which it is erased', async () => {
  const said = '0 photographers, 0 galleries and 0 other items are left.'
  expect(await ops('migrate')).toEqual({ code: 0, said })
  expect(await ops('migrate', '--apply')).toEqual({ code: 0, said: `Completed 0.\n${said}` })
})

test('an account that nobody asked to be deleted, or only just now, is not erased', async () => {
  expect(await erase(words.email, '--apply')).toMatchObject({ code: 1, said: expect.stringContaining('Nobody asked') })

  await life.account.own.call(accounts.requestDeletion, { body: { email: words.email } })

  expect(await erase(words.email, '--apply')).toMatchObject({ code: 1, said: expect.stringContaining('just now') })
})

test('while money is due it is not erased, and support reads why', async () => {
  await running.system.clock.advance(1.1 * hour)
  await running.system.drainQueues()

  const { code, said } = await erase(words.page, '--apply')

  expect(code).toBe(1)
  expect(said).toContain('money is due to the photographer: £27.00')
})

test('without --apply it only says what it would do', async () => {
  await holdsOver(running)
  const token = await running.accounts.signIn(life.account)
  const back = { ...life.account, token, own: running.anyone.as(token) }
  await readyForPayouts(running, back)
  await paidOut(running, back)
  before = await data.items()

  const told = await erase(life.account.userId)

  expect(told).toMatchObject({ code: 0, said: expect.stringContaining('Say --apply') })
  expect(await data.items()).toEqual(before)
})

test('an erasure that breaks off is gone on with, and meanwhile the account opens nothing', async () => {
  const { control } = running.system.stripe
  await control.fault({ method: 'DELETE', path: '/v1/customers/*', answer: { kind: 'status', status: 500 } })

  expect((await erase(words.email, '--apply')).code).not.toBe(0)

  lastToken = await running.accounts.signIn(life.account)
  await expect(running.anyone.as(lastToken).call(accounts.withdrawDeletion, {})).rejects.toMatchObject({
    body: { error: { code: 'unauthenticated' } },
  })
  const { code, said } = await erase(words.email, '--apply')
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining(`Erased ${life.account.userId}`) })
  for (const word of Object.values(words)) expect(said).not.toContain(word)
})

test('afterwards nothing of the person is in the table, the pool or a mail that waits', async () => {
  await running.system.drainQueues()
  const items = await data.items()
  const left = Object.fromEntries(Object.entries(words).map(([what, word]) => [what, holding(items, word)]))
  const nothing = Object.fromEntries(Object.keys(words).map((what) => [what, []]))
  // The names lie in quarantine, and leave nothing when that ends.
  expect(left).toEqual({
    ...nothing,
    firstPage: [`SUBDOMAIN#${words.firstPage} OWNER`],
    page: [`SUBDOMAIN#${words.page} OWNER`],
  })
  for (const name of [words.firstPage, words.page])
    expect(await data.table.get({ PK: `SUBDOMAIN#${name}`, SK: 'OWNER' })).toMatchObject({ ttl: expect.any(Number) })
  const pool = await users()
  for (const word of Object.values(words)) expect(pool).not.toContain(word)
  await expect(running.accounts.signIn(life.account)).rejects.toThrow()
  await running.system.runJob('sweep-outbox')
  expect(holding(await data.items(), 'OUTBOX#')).toEqual([])
})

test('tokens that were given before open nothing any more', async () => {
  const { own } = life.account
  await expect(own.call(profiles.me, {})).rejects.toMatchObject({ body: { error: { code: 'unauthenticated' } } })
  await expect(own.call(galleries.create, { body: { title: 'Still here' } })).rejects.toMatchObject({
    body: { error: { code: 'unauthenticated' } },
  })
})

test('nor does one that still lives leave anything under the person’s number where visitors may', async () => {
  const { gallery, photo } = life.theirs
  const own = running.anyone.as(lastToken)
  const refused = { body: { error: { code: 'unauthenticated' } } }
  const params = { galleryId: gallery.id }
  await expect(own.call(galleries.toggleLike, { params })).rejects.toMatchObject(refused)
  const heart = { params: { ...params, photoId: photo.id }, body: { isFavourite: true } }
  await expect(own.call(galleries.setFavourite, heart)).rejects.toMatchObject(refused)
})

test('what stays is the ledger’s and the buyer’s, and names the person by nothing but a number', async () => {
  const { userId } = life.account
  const items = await data.items()
  const kinds = holding(items, userId).map((key) =>
    key
      .replace(/#[^ ]+/, '')
      .replace(/[#\d].*/, '')
      .trim(),
  )
  expect([...new Set(kinds)].toSorted()).toEqual([
    'LEDGER',
    'ORDER EARN',
    'ORDER ITEM',
    'ORDER JOURNAL',
    'PAYOUT META',
    'PHOTO PHOTO',
    'STRIPE PTR',
    'SUBDOMAIN OWNER',
    'USER BALANCE',
    'USER ERASED',
  ])
  expect(holding(items, `USER#${userId}`).toSorted()).toEqual([`USER#${userId} BALANCE`, `USER#${userId} ERASED`])
  expect(holding(items, soldWords.photo).every((key) => /^ORDER#.* ITEM#/.test(key))).toBe(true)
})

test('files that nobody bought are gone with all their versions, and sold ones are there', async () => {
  for (const photo of [life.left.photo, life.deleted, life.abandoned]) expect(await filesOf(photo.id)).toEqual([])
  const { orderId } = life.sold
  const { url } = await running.anyone.call(api.orders.endpoints.download, {
    params: { orderId, line: 1 },
    body: { size: 'original' },
  })
  expect((await fetch(url)).status).toBe(200)
  const order = await running.anyone.call(api.orders.endpoints.get, { params: { orderId } })
  expect(order).toMatchObject({ status: 'completed', items: [{ picture: { imageUrl: expect.any(String) } }] })
  expect((await fetch(order.items[0]?.picture?.imageUrl ?? '')).status).toBe(200)
})

test('the card provider charges nothing more and has forgotten the customer; the books are even', async () => {
  const stripe = operatorsStripe(running)
  expect((await stripe.customers.list()).data.filter(({ email }) => email === words.email)).toEqual([])
  expect((await stripe.subscriptions.list()).data).toEqual([])
  await running.system.runJob('compare-daily')
  expect(await data.table.get({ PK: `USER#${life.account.userId}`, SK: 'BALANCE' })).toMatchObject({ paidPence: 2_700 })
})

test('others keep what is theirs: a like that was taken back is counted no more, theirs are', async () => {
  const galleryId = GalleryId.parse(life.theirs.gallery.id)
  await running.system.runJob('move-counts')
  expect(await running.anyone.call(galleries.get, { params: { galleryId } })).toMatchObject({
    gallery: { likeCount: 1 },
  })
  expect((await data.items()).filter(({ SK }) => String(SK).startsWith('LIKE#'))).toHaveLength(1)
})

test('nobody else may take the page name for now', async () => {
  const other = await running.signUp('Namesake')
  await expect(other.own.call(profiles.savePageName, { body: { name: words.page } })).rejects.toMatchObject({
    body: { error: { code: 'page_name_taken' } },
  })
})

test('the command said again says when it was', async () => {
  expect(await erase(life.account.userId, '--apply')).toMatchObject({
    code: 0,
    said: expect.stringContaining('was erased on'),
  })
  expect(await erase(words.email)).toMatchObject({ code: 1, said: 'Nobody signs in with this address.' })
})

test('a table restored from before holds them again, and is told so and cleared by the list outside it', async () => {
  const { userId } = life.account
  expect(await ops('replay-erasures')).toEqual({ code: 0, said: 'Nobody who was erased is in this table.' })
  const restored = await data.restoredFrom(before)
  const replay = (...args: string[]) => ops('replay-erasures', '--table', restored.name, ...args)
  expect(holding(await restored.items(), words.photo)).not.toEqual([])

  expect(await replay()).toEqual({ code: 0, said: `Would erase again, for good: ${userId}. Say --apply to do it.` })
  expect(await restored.items()).toEqual(before)
  // Beside a line of the log: Stripe knows the customer no more.
  expect(await replay('--apply')).toMatchObject({ code: 0, said: expect.stringContaining(`Erased ${userId} again.`) })

  const items = await restored.items()
  const names: string[] = [words.firstPage, words.page]
  for (const word of Object.values(words)) {
    const kept = names.includes(word) ? [`SUBDOMAIN#${word} OWNER`] : []
    expect(holding(items, word), word).toEqual(kept)
  }
  // Where it was erased first, a buyer's later download has counted a day for the number that is left.
  const kinds = new Set(holding(items, userId).map((key) => key.replace(/[#\d].*/, '')))
  expect([...kinds].toSorted()).toEqual(['LEDGER', 'ORDER', 'PAYOUT', 'PHOTO', 'STRIPE', 'SUBDOMAIN', 'USER'])
  expect(await replay()).toEqual({ code: 0, said: 'Nobody who was erased is in this table.' })
  // What was bought is still there for who bought it.
  const bought = { params: { orderId: life.sold.orderId, line: 1 }, body: { size: 'original' } } as const
  const { url } = await running.anyone.call(api.orders.endpoints.download, bought)
  expect((await fetch(url)).status).toBe(200)
})
