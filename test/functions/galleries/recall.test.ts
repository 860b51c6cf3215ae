import { describe, expect, test } from 'vitest'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { Pence } from '#schema/money.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const [id, owner] = [galleryIdOf(1), userIdOf(1)]
const [gallery, photographer, pictures] = [`gallery:${id}`, `owner:${owner}`, `pictures:${id}`]

const setup = async (overrides: Partial<Gallery> = {}) => {
  const { table, profiles, now } = marketParts()
  const recalled: string[] = []
  const recall = async (tags: readonly string[]) => void recalled.push(...tags)
  const [galleries, photos] = [galleryStore(table, recall), photoStore(table, recall)]
  await profiles.create(aProfile())
  const saving = { at: now(), owner: profileUnchanged(aProfile()) }
  await galleries.create(aGallery({ photoCount: 1, ...overrides }), saving)
  await photos.create(aPhoto())
  recalled.length = 0
  const stored = () => galleries.getOwn(id, owner)
  return { galleries, photos, saving, recalled, stored, now }
}

describe('the edge forgets', () => {
  test('a gallery whose price changed, and not the lists of its photographer', async () => {
    const { galleries, saving, recalled, stored } = await setup()
    await galleries.save(await stored(), { uploadPence: Pence.parse(700) }, saving)
    expect(recalled).toEqual([gallery])
  })

  test('a gallery whose photos were put into another order, or one of them elsewhere', async () => {
    const { galleries, photos, saving, recalled, stored } = await setup()
    await galleries.save(await stored(), { photoOrder: 'hand' }, saving)
    recalled.length = 0
    await photos.orderPhotos(id)
    expect(recalled).toEqual([gallery])
    await photos.move(aPhoto(), null)
    expect(recalled).toEqual([gallery, gallery])
  })

  test('a gallery whose photos all got one price, and the lists that show its lowest', async () => {
    const { galleries, photos, saving, recalled, stored } = await setup()
    await galleries.save(await stored(), { priceForAll: Pence.parse(700), priceRun: 1 }, saving)
    recalled.length = 0
    await photos.priceAll(id)
    expect(recalled).toEqual([gallery, photographer])
  })

  test.each([{ isPublic: false }, { slug: 'another' }])(
    'with %o the lists of its photographer too',
    async (changes) => {
      const { galleries, saving, recalled, stored } = await setup()
      await galleries.save(await stored(), changes, saving)
      expect(recalled).toEqual([gallery, photographer])
    },
  )

  test('a gallery that is taken down, deleted, or new in the lists', async () => {
    const { galleries, saving, recalled, stored } = await setup()
    await galleries.setTakedown(await stored(), { at: '2030-01-01T10:00:00.000Z', reason: 'A parent asks.' }, saving)
    expect(recalled.splice(0)).toEqual([gallery, photographer])
    await galleries.remove(await stored(), [])
    expect(recalled.splice(0)).toEqual([gallery, pictures, photographer])
    await galleries.create(aGallery(), saving)
    expect(recalled).toEqual([photographer])
  })

  test('nothing for an edit that was refused, nor gallery by gallery for a new name', async () => {
    const { galleries, saving, recalled, stored } = await setup()
    await galleries.save({ ...(await stored()), version: 99 }, { uploadPence: Pence.parse(700) }, saving)
    expect(recalled).toEqual([])
    const copy = { photographerName: 'Iris', photographerSubdomain: null, ownerState: 'public', brand: null } as const
    await galleries.saveCopy(await stored(), copy, saving)
    expect(recalled).toEqual([])
    await galleries.recallOwner(owner)
    expect(recalled).toEqual([photographer])
  })

  test('a gallery of which a shown photo is edited, drawn anew, taken down, shown again or removed', async () => {
    const { photos, recalled, now } = await setup()
    const photo = await photos.getOwn(aPhoto().id, owner)
    const edited = await photos.save(photo, { title: 'At dawn' }, { version: photo.version })
    expect(recalled.splice(0)).toEqual([gallery])
    await photos.replaceRenditions(edited, { ...edited, watermark: 'Iris' })
    expect(recalled.splice(0)).toEqual([gallery])
    // It is the only one, so the lists show another price, or none.
    const cheaper = await photos.save(edited, { pricePence: Pence.parse(900) }, { version: edited.version })
    expect(recalled.splice(0)).toEqual([gallery, photographer])
    await photos.takeDown(cheaper, 'A parent asks.', [])
    expect(recalled.splice(0)).toEqual([gallery, pictures, photographer])
    await photos.putBack({ ...cheaper, state: 'taken_down' }, [])
    expect(recalled.splice(0)).toEqual([gallery, photographer])
    await photos.remove(await photos.getOwn(photo.id, owner), now())
    expect(recalled.splice(0)).toEqual([gallery, photographer])
    // By the timed job, where a call ended before it was told.
    await photos.passCoverOn(aGallery().id)
    expect(recalled).toEqual([gallery])
  })

  test('a gallery with its first photo, and not with each further one', async () => {
    const { photos, recalled } = await setup({ cover: null, photoCount: 0, lowestPence: null })
    for (const n of [2, 3]) {
      const pending = aPendingPhoto({ id: photoIdOf(n) })
      await photos.create(pending)
      await photos.becomeReady(pending, { ...aPhoto(), webKey: `files/${n}` })
    }
    expect(recalled).toEqual([gallery, photographer])
  })
})
