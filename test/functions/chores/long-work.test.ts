import { expect, test } from 'vitest'
import { removeGallery } from '#functions/galleries/remove-gallery.ts'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import { ownerCopyOf, profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { updateMyProfile } from '#functions/profiles/update-my-profile.ts'
import { createProofSession } from '#functions/proofing/create-proof-session.ts'
import { removeProofSession } from '#functions/proofing/remove-proof-session.ts'
import { api } from '#schema/api/all.ts'
import { CreateProofSession } from '#schema/api/proofing.ts'
import { ProofSessionId } from '#schema/ids.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const caller = userIdOf(1)
/** Functions of the API end after so long (lib/api/market-api.ts). */
const requestMs = 15_000

/** A market of many galleries and one of many photos, in which each write takes half a second once `isSlow`. */
const setup = async ({ galleries = 1, photos = 0 } = {}) => {
  const slow = { isSlow: false }
  let wait = () => {}
  const parts = marketParts({
    hook: (name) => {
      if (slow.isSlow && (name === 'transact' || name === 'write')) wait()
    },
  })
  wait = () => parts.setTime(new Date(parts.now().getTime() + 500).toISOString())
  await parts.profiles.create(aProfile())
  const owner = profileUnchanged(aProfile())
  for (let n = 1; n <= galleries; n++) {
    await parts.galleries.create(aGallery({ id: galleryIdOf(n), ...ownerCopyOf(aProfile()) }), {
      at: new Date(0),
      owner,
    })
  }
  for (let n = 1; n <= photos; n++) {
    const createdAt = new Date(Date.UTC(2_030, 0, 1) + n).toISOString()
    await parts.photos.create(aPhoto({ id: photoIdOf(n), title: `Photo ${n}`, createdAt }))
  }
  const timed = async <T>(act: () => Promise<T>): Promise<{ answer: T; ms: number }> => {
    const from = parts.now().getTime()
    slow.isSlow = true
    const answer = await act()
    slow.isSlow = false
    return { answer, ms: parts.now().getTime() - from }
  }
  const runs = async (most: number): Promise<number> => {
    for (let run = 1; run <= most; run++) {
      // A minute later, and past the time for which a request has its chores to itself.
      parts.setTime(new Date(parts.now().getTime() + (run === 1 ? 121_000 : 1_000)).toISOString())
      const { answer } = await timed(finishChores(parts))
      expect(answer.left).toBe(0)
      if (answer.unfinished === 0) return run
    }
    return most + 1
  }
  const rename = (displayName: string) =>
    updateMyProfile({ ...parts, recall: async () => {} })(
      request(api.profiles.endpoints.update, {
        body: api.profiles.endpoints.update.body.parse({ version: 0, displayName }),
        caller,
      }),
    )
  return { ...parts, timed, runs, rename }
}

test('another name with very many galleries is saved and answered in time; the job brings it to all of them', async () => {
  const { timed, runs, rename, galleries } = await setup({ galleries: 600 })
  const { answer, ms } = await timed(() => rename('Ivy'))
  expect(answer.displayName).toBe('Ivy')
  expect(ms).toBeLessThan(requestMs)
  const names = async () => {
    const { galleries: all } = await galleries.listOwn(caller, { limit: 1_000 })
    return all.filter(({ photographerName }) => photographerName === 'Ivy').length
  }
  expect(await names()).toBeLessThan(600)
  expect(await runs(10)).toBeGreaterThan(1)
  expect(await names()).toBe(600)
})

test('a very large gallery is gone at once, answered in time; 30 days later the job clears it away in parts', async () => {
  const { timed, runs, photos, galleries, ...parts } = await setup({ photos: 2_500 })
  const remove = () =>
    removeGallery({ ...parts, galleries })(
      request(api.galleries.endpoints.remove, { params: { galleryId: galleryIdOf(1) }, caller }),
    )
  const { ms } = await timed(remove)
  expect(ms).toBeLessThan(requestMs)
  expect(await galleries.find(galleryIdOf(1))).toBeUndefined()
  // So long it can be had back.
  parts.setTime(new Date(parts.now().getTime() + 30 * 86_400_000).toISOString())
  expect(await runs(10)).toBe(1)
  expect(await galleries.findKept(galleryIdOf(1))).toBeUndefined()
  expect(await runs(10)).toBeLessThanOrEqual(10)
  expect((await photos.find(photoIdOf(1)))?.state).toBe('deleted')
  expect((await photos.find(photoIdOf(2_500)))?.state).toBe('deleted')
  expect((await photos.listShown(galleryIdOf(1), { limit: 10 })).photos).toEqual([])
  const rest = parts.table.all().filter(({ PK }) => /^(CHORE|SEARCHP?)#/.test(String(PK)))
  expect(rest).toEqual([])
})

test('a review of very many photos gives its link in time, is filled by the job, and is deleted in parts', async () => {
  const parts = await setup({ photos: 2_500 })
  const { timed, runs, proofs } = parts
  const body = CreateProofSession.parse({
    galleryId: galleryIdOf(1),
    title: 'Your race',
    clientName: 'Ada',
    clientEmail: 'ada@example.com',
  })
  const { answer, ms } = await timed(() =>
    createProofSession(parts)(request(api.proofing.endpoints.create, { body, caller })),
  )
  expect(ms).toBeLessThan(requestMs)
  expect(answer.link).toMatch(/^https/)
  const id = ProofSessionId.parse(answer.session.id)
  const count = async () => (await proofs.find(id))?.pendingCount
  expect(await count()).toBeLessThan(2_500)
  await runs(10)
  expect(await count()).toBe(2_500)
  const removed = await timed(() =>
    removeProofSession(parts)(request(api.proofing.endpoints.remove, { params: { proofSessionId: id }, caller })),
  )
  expect(removed.ms).toBeLessThan(requestMs)
  await runs(10)
  expect(parts.table.all().filter(({ PK }) => String(PK) === `PROOF#${id}`)).toEqual([])
})
