import { describe, expect, test } from 'vitest'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import { drawLogo } from '#functions/logos/draw-logo.ts'
import { logoStore } from '#functions/logos/logo-store.ts'
import { removeLogo } from '#functions/logos/remove-logo.ts'
import { saveLogo } from '#functions/logos/save-logo.ts'
import { sharp } from '#functions/media/hardened-sharp.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { updateMyProfile } from '#functions/profiles/update-my-profile.ts'
import { edgeTags } from '#functions/shared/edge/edge-tags.ts'
import { api } from '#schema/api/all.ts'
import { OwnProfile } from '#schema/api/profiles.ts'
import { Brand } from '#schema/entities/brand.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { AppError } from '#schema/errors.ts'
import { limits } from '#schema/limits.ts'
import { logoPaths } from '#schema/logo-paths.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const { save, remove } = api.logos.endpoints
const caller = userIdOf(1)
const choice = { accent: '#1f5f3f', ground: 'dark', typePair: 'warm' } as const
const picture = async (width = 300, height = 100) =>
  (
    await sharp({ create: { width, height, channels: 3, background: '#1f5f3f' } })
      .png()
      .toBuffer()
  ).toString('base64')

const setup = async (profile: Partial<Profile> = {}) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile(profile))
  await parts.galleries.create(aGallery(), { at: new Date(0), owner: profileUnchanged(aProfile(profile)) })
  const recalled: string[] = []
  const all = {
    ...parts,
    logos: logoStore(parts.table),
    storage: parts.files,
    draw: drawLogo,
    recall: async (tags: readonly string[]) => void recalled.push(...tags),
  }
  return {
    ...all,
    recalled,
    save: async (image?: string) =>
      OwnProfile.parse(await saveLogo(all)(request(save, { body: { image: image ?? (await picture()) }, caller }))),
    remove: async () => OwnProfile.parse(await removeLogo(all)(request(remove, { caller }))),
    change: (brand: unknown, version: number) =>
      updateMyProfile(all)(
        request(api.profiles.endpoints.update, { body: { version, brand: Brand.nullable().parse(brand) }, caller }),
      ),
    gallery: () => parts.galleries.find(aGallery().id),
    stored: () => parts.files.keys('renditions'),
    /** As the timed job does it, so many hours later. */
    later: async (hours: number) => {
      parts.setTime(new Date(parts.now().getTime() + hours * 3_600_000).toISOString())
      return finishChores(parts)()
    },
  }
}
const nameOf = ({ brand }: Pick<OwnProfile, 'brand'>) => brand?.logo?.name ?? 'none'
const filesOf = (name: string) => Object.values(logoPaths({ name })).map((path) => path.slice(1))

describe('a logo that is sent', () => {
  test('is drawn anew and stands in the profile, in the galleries, and in two files that nobody can guess', async () => {
    const { save: send, gallery, stored, files, recalled } = await setup()
    const profile = await send()
    expect(profile.brand).toEqual({
      accent: null,
      ground: 'visitor',
      typePair: 'house',
      logo: { name: expect.stringMatching(/^[\w-]{22}\/[\w-]{22}$/), width: 300, height: 100 },
    })
    expect((await gallery())?.brand).toEqual(profile.brand)
    const name = nameOf(profile)
    expect(stored().toSorted()).toEqual(filesOf(name).toSorted())
    expect(filesOf(name).map((key) => files.contents('renditions', key)?.contentType)).toEqual([
      'image/webp',
      'image/png',
    ])
    expect(name).not.toContain(caller)
    expect(recalled).toContain(edgeTags.owner(caller))
  })

  test('leaves what else was chosen, which in turn leaves it', async () => {
    const { save: send, change, gallery } = await setup({ brand: { ...choice, logo: null } })
    const profile = await send()
    expect(profile.brand).toMatchObject(choice)
    const other = { ...choice, accent: '#aa0000' }
    await change(
      { ...other, logo: { name: `${'a'.repeat(22)}/${'b'.repeat(22)}`, width: 1, height: 1 } },
      profile.version,
    )
    expect((await gallery())?.brand).toEqual({ ...other, logo: profile.brand?.logo })
    await change(null, profile.version + 1)
    expect((await gallery())?.brand).toMatchObject({ accent: null, logo: profile.brand?.logo })
  })

  test('that is refused says why beside the field, and leaves nothing behind', async () => {
    const { save: send, stored, table, profiles } = await setup()
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')
    for (const image of [svg, 'not base64 at all', '!!!!', '====']) {
      const error = await send(image).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(AppError)
      expect(error).toMatchObject({ code: 'invalid_request', fields: [{ path: 'image', message: expect.any(String) }] })
    }
    expect(stored()).toEqual([])
    expect(table.all().filter(({ PK }) => String(PK).startsWith('CHORE#'))).toEqual([])
    expect((await profiles.get(caller)).brand).toBeNull()
  })

  test('is at most as long as the contract says', () => {
    const longest = 'A'.repeat(Math.ceil(limits.logo.maxBytes / 3) * 4)
    expect(save.body.safeParse({ image: longest }).success).toBe(true)
    expect(save.body.safeParse({ image: `${longest}A` }).success).toBe(false)
    expect(save.body.safeParse({ image: '' }).success).toBe(false)
    expect(save.body.safeParse({ image: ['A'] }).success).toBe(false)
  })

  test('can be sent thirty times an hour', async () => {
    const { throttle, save: send } = await setup()
    for (let n = 0; n < 30; n++) await throttle.count('logosPerUser', caller)
    await expect(send()).rejects.toMatchObject({ code: 'too_many_requests' })
  })
})

describe('files of a logo', () => {
  test('go a day after another took its place, and the new one’s stay', async () => {
    const { save: send, stored, later } = await setup()
    const first = nameOf(await send())
    const second = nameOf(await send(await picture(200, 80)))
    expect(stored().toSorted()).toEqual([...filesOf(first), ...filesOf(second)].toSorted())
    await later(23)
    expect(stored()).toHaveLength(4)
    expect(await later(2)).toMatchObject({ left: 0 })
    expect(stored().toSorted()).toEqual(filesOf(second).toSorted())
    await later(100)
    expect(stored()).toHaveLength(2)
  })

  test('go after the logo was removed; removing it again changes nothing', async () => {
    const { save: send, remove: take, stored, later, gallery } = await setup()
    await send()
    expect((await take()).brand).toBeNull()
    const { version } = await take()
    expect((await take()).version).toBe(version)
    expect((await gallery())?.brand).toBeNull()
    await later(25)
    expect(stored()).toEqual([])
  })

  test('that were written before the request broke off go as well', async () => {
    const { profiles, stored, later, ...parts } = await setup()
    const broken = { ...parts, profiles: { ...profiles, get: () => Promise.reject(new Error('no table')) } }
    await expect(saveLogo(broken)(request(save, { body: { image: await picture() }, caller }))).rejects.toThrow(
      'no table',
    )
    expect(stored()).toHaveLength(2)
    await later(25)
    expect(stored()).toEqual([])
  })

  test('are found by the index of what is the person’s', async () => {
    const { save: send, table } = await setup()
    await send()
    expect(table.all().filter(({ kind }) => kind === 'sweep-logo')).toMatchObject([
      { ownerKey: `TRACES#${caller}`, subject: expect.stringContaining(caller) },
    ])
  })
})

test('two that are sent at once: one stands, the other’s files go', async () => {
  const { save: send, stored, later, profiles } = await setup()
  await Promise.all([send(), send(await picture(200, 80)), send(await picture(250, 80))])
  expect(stored()).toHaveLength(6)
  await later(25)
  expect(stored().toSorted()).toEqual(filesOf(nameOf({ brand: (await profiles.get(caller)).brand })).toSorted())
})

test('a gallery is not saved with the logo that its photographer had before', async () => {
  const { save: send, galleries, profiles } = await setup()
  const before = await profiles.get(caller)
  await send()
  const gallery = await galleries.getOwn(aGallery().id, caller)
  const saving = (profile: Profile) => ({ at: new Date(0), owner: profileUnchanged(profile) })
  expect((await galleries.save(gallery, { title: 'Late' }, saving(before))).kind).toBe('owner-changed')
  const withLogo = await profiles.get(caller)
  expect((await galleries.save(gallery, { title: 'Late' }, saving(withLogo))).kind).toBe('saved')
  await send(await picture(200, 80))
  const later = await galleries.getOwn(aGallery().id, caller)
  expect((await galleries.save(later, { title: 'Later' }, saving(withLogo))).kind).toBe('owner-changed')
})
