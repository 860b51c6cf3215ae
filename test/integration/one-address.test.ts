import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod'
import { update } from '#functions/shared/table/writes.ts'
import { throttles } from '#functions/shared/throttle/limits.ts'
import { throttleKeys } from '#functions/shared/throttle/throttle.ts'
import { api } from '#schema/api/all.ts'
import { deliveryConsent } from '#schema/consent.ts'
import { send } from '#test/support/requests/send.ts'
import { galleryOnSale, type Running, runningSystem } from '#test/support/system/running.ts'
import { tableOf } from '#test/support/system/table.ts'

// A hall's network: limits as in the cloud, and one address for everybody.
let running: Running
beforeAll(async () => {
  running = await runningSystem({ throttleScale: 1 })
})
afterAll(() => running.close())

const galleries = api.galleries.endpoints
const orders = api.orders.endpoints
const Made = z.object({ session: z.string() })

/**
 * As many at a time as one process answers within the seconds that a function has in the cloud, where each request has a
 * function to itself. Limits count what comes within an hour, or within minutes, not what is under way at once.
 */
const atATime = 25
/** What each of so many guests gives, in their order. */
const ofAll = async <Seen>(count: number, guest: (index: number) => Promise<Seen>): Promise<Seen[]> => {
  const seen: Seen[] = []
  let next = 0
  const comeInTurn = async () => {
    while (next < count) {
      const index = next++
      seen[index] = await guest(index)
    }
  }
  await Promise.all(Array.from({ length: atATime }, comeInTurn))
  return seen
}

test('300 guests and 50 buyers behind one address all get in, beside a guesser who does not', async () => {
  const { url } = running.system
  const owner = await running.signUp('Ada')
  const { photo } = await galleryOnSale(running, owner)
  const accessCode = 'MAITE AND JON'
  const wedding = await owner.own.call(galleries.create, { body: { title: 'Wedding', isPublic: false, accessCode } })
  const { code: discountCode } = running.system.secrets.LAUNCH_CODE_SECRET_ID
  const from = '127.0.9.9'
  const params = { galleryId: wedding.id }
  const browser = async () => {
    const made = await send(url, galleries.startSession, { body: {} }, { from })
    return { 'x-gallery-session': Made.parse(made.json).session }
  }

  const guest = async (index: number) => {
    const headers = await browser()
    const typed = index % 2 === 0 ? 'maiteandjon' : accessCode
    // Every third mistypes it once.
    const first =
      index % 3 === 0
        ? await send(url, galleries.unlock, { params, headers, body: { accessCode: 'maite' } }, { from })
        : undefined
    const opened = await send(url, galleries.unlock, { params, headers, body: { accessCode: typed } }, { from })
    const { grant } = z.object({ grant: z.string() }).catch({ grant: '' }).parse(opened.json)
    const seen = await send(
      url,
      galleries.recordView,
      { params, headers: { ...headers, 'x-gallery-grant': grant } },
      { from },
    )
    const liked = await send(
      url,
      galleries.toggleLike,
      { params, headers: { ...headers, 'x-gallery-grant': grant } },
      { from },
    )
    return { mistyped: first?.status, statuses: [opened.status, seen.status, liked.status] }
  }
  const buyer = async (index: number) => {
    const headers = await browser()
    const quoted = await send(
      url,
      orders.quote,
      { headers, body: { photoIds: [photo.id], discountCode: index % 2 === 0 ? discountCode : undefined } },
      { from },
    )
    const ordered = await send(
      url,
      orders.checkout,
      {
        headers: { ...headers, 'idempotency-key': `hall-buyer-${String(index).padStart(8, '0')}` },
        body: {
          items: [{ photoId: photo.id }],
          consent: deliveryConsent.version,
          customer: { name: 'Guest', email: `guest-${index}@example.com` },
        },
      },
      { from },
    )
    return [quoted.status, ordered.status]
  }
  /** Five browsers of its own, and codes as fast as they go. */
  const guesser = async () => {
    const statuses: number[] = []
    for (let n = 0; n < 5; n++) {
      const headers = await browser()
      for (let index = 0; index < 30; index++) {
        const tried = await send(
          url,
          galleries.unlock,
          { params, headers, body: { accessCode: `GUESS${n}${index}` } },
          { from },
        )
        statuses.push(tried.status)
      }
    }
    return statuses
  }

  const guessing = guesser()
  const guests = await ofAll(300, guest)
  const buyers = await ofAll(50, buyer)
  const guessed = await guessing

  expect(guests.filter(({ statuses }) => statuses.some((status) => status !== 200))).toEqual([])
  // A hundred of them mistyped it, which is more than the address' bound; each read that it was wrong.
  expect(guests.flatMap(({ mistyped }) => mistyped ?? []).filter((status) => status !== 403)).toEqual([])
  expect(buyers.filter((statuses) => statuses.some((status) => status !== 200))).toEqual([])
  expect(guessed.filter((status) => status === 200)).toEqual([])
  expect(guessed.filter((status) => status === 429).length).toBeGreaterThan(100)
}, 240_000)

test('behind an address that made all its sessions, 300 guests get in beside a prankster who guesses with new ones', async () => {
  const { url, clock } = running.system
  // A whole hour: its windows are the test's own.
  await clock.set(new Date(Math.ceil((clock.now().getTime() + 1) / 3_600_000) * 3_600_000 + 1_000))
  const owner = await running.signUp('Eve')
  const accessCode = 'MAITE AND JON'
  const wedding = await owner.own.call(galleries.create, { body: { title: 'Wedding', isPublic: false, accessCode } })
  const { code: discountCode } = running.system.secrets.LAUNCH_CODE_SECRET_ID
  const { photo } = await galleryOnSale(running, owner)
  const from = '127.0.9.10'
  const params = { galleryId: wedding.id }
  const browser = async () => {
    const made = await send(url, galleries.startSession, { body: {} }, { from })
    return { 'x-gallery-session': Made.parse(made.json).session }
  }
  const unlock = (headers: Record<string, string>, code: string) =>
    send(url, galleries.unlock, { params, headers, body: { accessCode: code } }, { from })
  const seconds = Math.floor(clock.now().getTime() / 1_000)
  const made = throttleKeys.window('sessionsPerAddress', from, seconds - (seconds % 3_600))
  const data = tableOf(running)
  await data.table.write(update(made, { set: { count: throttles.sessionsPerAddress.limit }, when: 'always' }))
  data.close()

  const prankster = async () => {
    const statuses: number[] = []
    for (let n = 0; n < 100; n++) {
      const headers = await browser()
      for (let tries = 0; tries < 5; tries++) statuses.push((await unlock(headers, `GUESS${n}${tries}`)).status)
    }
    return statuses
  }
  const guest = async (index: number) => {
    const headers = await browser()
    const opened = await unlock(headers, accessCode)
    const { grant } = z.object({ grant: z.string() }).catch({ grant: '' }).parse(opened.json)
    const inside = { params, headers: { ...headers, 'x-gallery-grant': grant } }
    const seen = await send(url, galleries.recordView, inside, { from })
    const liked = await send(url, galleries.toggleLike, inside, { from })
    const cart = { photoIds: [photo.id], discountCode: index % 10 === 0 ? discountCode : undefined }
    const quoted = await send(url, orders.quote, { headers, body: cart }, { from })
    return [opened.status, seen.status, liked.status, quoted.status]
  }
  const pranks = prankster()
  const guests = await ofAll(300, guest)
  expect(guests.filter((statuses) => statuses.some((status) => status !== 200))).toEqual([])
  const guessed = await pranks
  // Three of each session, and never a right one among them.
  expect(guessed.filter((status) => status === 403)).toHaveLength(300)
  expect(guessed.filter((status) => status === 429)).toHaveLength(200)
}, 480_000)
