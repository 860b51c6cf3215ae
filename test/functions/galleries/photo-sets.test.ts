import { describe, expect, test } from 'vitest'
import { arrangeSets } from '#functions/galleries/arrange-sets.ts'
import { getGallery } from '#functions/galleries/get-gallery.ts'
import { getMyGallery } from '#functions/galleries/get-my-gallery.ts'
import { listGalleryPhotos } from '#functions/galleries/list-gallery-photos.ts'
import { updateGallery } from '#functions/galleries/update-gallery.ts'
import { putPhotosInSet } from '#functions/photos/put-in-set.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { keepingOf } from '#functions/shared/edge/edge-tags.ts'
import type { Table } from '#functions/shared/table/writes.ts'
import { api } from '#schema/api/all.ts'
import { ArrangeSets, OwnGallery, UpdateGallery } from '#schema/api/galleries.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { SetId } from '#schema/ids.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, setIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPendingPhoto, aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const { listPhotos } = api.galleries.endpoints
const galleryId = galleryIdOf(1)
const caller = userIdOf(1)
const ceremony = { id: setIdOf(1), name: 'Ceremony' }
const party = { id: setIdOf(2), name: 'Party' }

/** Does something between another call's reading and its write. */
const beforeNextWrite = (table: Table, meanwhile: () => Promise<unknown>) => {
  const { transact } = table
  table.transact = async (writes) => {
    table.transact = transact
    await meanwhile()
    return transact(writes)
  }
}

const setup = async (photos: readonly Partial<Photo>[] = [], gallery: Partial<Gallery> = {}) => {
  const parts = marketParts()
  await parts.profiles.create(aProfile())
  await parts.galleries.create(aGallery({ sets: [ceremony, party], ...gallery }), {
    at: new Date(0),
    owner: profileUnchanged(aProfile()),
  })
  for (const [index, photo] of photos.entries()) {
    const id = photoIdOf(index + 1)
    const createdAt = `2030-01-01T10:${String(Math.floor(index / 60)).padStart(2, '0')}:${String(index % 60).padStart(2, '0')}.000Z`
    const all = { id, title: `Photo ${String(index + 1)}`, createdAt, ...photo }
    await parts.photos.create(photo.state === 'pending' ? aPendingPhoto(all) : aPhoto(all))
  }
  const stored = () => parts.galleries.getOwn(galleryId, caller)
  return {
    ...parts,
    stored,
    photo: (n: number) => parts.photos.getOwn(photoIdOf(n), caller),
    item: (n: number) => parts.table.all().find(({ PK }) => PK === `PHOTO#${photoIdOf(n)}`),
    left: () => parts.table.all().filter(({ PK }) => typeof PK === 'string' && PK.startsWith('CHORE#')),
    arrange: async (sets: readonly { id: string | null; name: string }[], { version, who = caller }: Who = {}) => {
      const body = ArrangeSets.parse({ version: version ?? (await stored()).version, sets })
      const asked = request(api.galleries.endpoints.arrangeSets, { params: { galleryId }, body, caller: who })
      return OwnGallery.parse(await arrangeSets(parts)(asked))
    },
    put: async (numbers: readonly number[], setId: SetId | null, who = caller) => {
      const body = { photoIds: numbers.map(photoIdOf), setId }
      const asked = request(api.photos.endpoints.putInSet, { params: { galleryId }, body, caller: who })
      return (await putPhotosInSet(parts)(asked)).items
    },
    /** What visitors see of a set, page after page. */
    shown: async (set?: SetId, q?: string) => {
      const titles: string[][] = []
      let cursor: string | undefined
      do {
        const asked = request(listPhotos, { params: { galleryId }, headers: {}, query: { set, q, cursor } })
        const { items, nextCursor } = listPhotos.response.parse(await listGalleryPhotos(parts)(asked))
        titles.push(items.map(({ title }) => title))
        cursor = nextCursor
      } while (cursor !== undefined)
      return titles
    },
  }
}
type Who = { version?: number; who?: typeof caller }

const inSet = (count: number, setId: SetId | null) => Array.from({ length: count }, () => ({ setId }))

describe('the sets of a gallery', () => {
  test('are made, named, ordered and deleted by saying what there is to be', async () => {
    const { arrange } = await setup([], { sets: [] })
    const { sets: made } = await arrange([
      { id: null, name: 'Ceremony' },
      { id: null, name: 'Party' },
    ])
    expect(made.map(({ name }) => name)).toEqual(['Ceremony', 'Party'])
    const [first, second] = made
    const { sets } = await arrange([
      { id: second?.id ?? '', name: 'Dance' },
      { id: first?.id ?? '', name: 'Ceremony' },
      { id: null, name: 'Fireworks' },
    ])
    expect(sets).toEqual([
      { id: second?.id, name: 'Dance' },
      first,
      { id: expect.stringMatching(/^set_/), name: 'Fireworks' },
    ])
    expect((await arrange([])).sets).toEqual([])
  })

  test('are changed as they were seen: an older tab deletes nothing', async () => {
    const { arrange, stored } = await setup()
    const { version } = await stored()
    await arrange([ceremony, party, { id: null, name: 'Late' }])
    await expect(arrange([ceremony], { version })).rejects.toMatchObject({
      code: 'changed_meanwhile',
      details: { current: { sets: [ceremony, party, { name: 'Late' }] } },
    })
    expect((await stored()).sets).toHaveLength(3)
  })

  test('are their owner’s to change, and an id that it has not is nobody’s', async () => {
    const { arrange, profiles } = await setup()
    await profiles.create(aProfile({ userId: userIdOf(2) }))
    await expect(arrange([], { who: userIdOf(2), version: 0 })).rejects.toMatchObject({ code: 'gallery_not_found' })
    await expect(arrange([{ id: setIdOf(9), name: 'Foreign' }])).rejects.toMatchObject({ code: 'changed_meanwhile' })
  })

  test.each([
    ['a name twice', [ceremony, { id: null, name: 'ceremony' }]],
    ['a set twice', [ceremony, { ...ceremony, name: 'Other' }]],
    ['no name', [{ id: null, name: '   ' }]],
    ['a name that is too long', [{ id: null, name: 'x'.repeat(81) }]],
    ['too many', Array.from({ length: 51 }, (_, n) => ({ id: null, name: `Set ${String(n)}` }))],
  ])('are refused with %s', (_, sets) => {
    expect(ArrangeSets.safeParse({ version: 0, sets }).success).toBe(false)
  })

  test('are named to whoever may see the gallery, and to nobody before it is open', async () => {
    const { galleries, ...parts } = await setup([], { accessCode: 'SECRET', isPublic: true })
    const asked = request(api.galleries.endpoints.get, { params: { galleryId }, headers: {} })
    const locked = await getGallery({ ...parts, galleries })(asked)
    expect(JSON.stringify(locked)).not.toContain('Ceremony')
    const open = await setup([{ setId: ceremony.id }])
    const page = await getGallery(open)(asked)
    expect(JSON.stringify(page)).toContain('Ceremony')
  })

  test('are shown to visitors once they have a photo for sale; their photographer sees empty ones too', async () => {
    const world = await setup([{ setId: party.id }, { setId: ceremony.id, state: 'pending' }])
    const seen = async () => {
      const page = await getGallery(world)(request(api.galleries.endpoints.get, { params: { galleryId }, headers: {} }))
      if (page.state !== 'open') throw new Error('The gallery is locked')
      return { sets: page.gallery.sets, until: keepingOf(page)?.until }
    }
    // For a moment only: nothing is called back when the first photo of an empty set becomes ready.
    const soon = new Date(world.now().getTime() + 20_000).toISOString()
    expect(await seen()).toEqual({ sets: [party], until: soon })
    const own = request(api.galleries.endpoints.getMine, { params: { galleryId }, caller })
    expect((await getMyGallery(world)(own)).sets).toEqual([ceremony, party])
    await world.put([1], ceremony.id)
    expect(await seen()).toEqual({ sets: [ceremony], until: soon })
    await world.arrange([ceremony])
    expect(await seen()).toEqual({ sets: [ceremony], until: null })
  })
})

describe('photos in sets', () => {
  test('a photo of a set stands in two indexes, one of none in one', async () => {
    const { item } = await setup([{ setId: ceremony.id }, {}, { setId: party.id, state: 'pending' }])
    expect(item(1)).toMatchObject({
      ownerKey: `GALLERY#${galleryId}#SHOWN`,
      sellerKey: `GALLERY#${galleryId}#SET#${ceremony.id}#SHOWN`,
      sellerSort: item(1)?.ownerSort,
    })
    expect(item(2)).not.toHaveProperty('sellerKey')
    expect(item(3)).toMatchObject({ sellerKey: `GALLERY#${galleryId}#SET#${party.id}#HIDDEN` })
  })

  test('a page of a set is one query of the photos that it shows, and goes on where the last one ended', async () => {
    const { shown, requests } = await setup([...inSet(45, ceremony.id), ...inSet(30, party.id), ...inSet(10, null)])
    requests.length = 0
    const pages = await shown(ceremony.id)
    expect(pages.map(({ length }) => length)).toEqual([20, 20, 5])
    expect(pages.flat()).toEqual(Array.from({ length: 45 }, (_, n) => `Photo ${String(45 - n)}`))
    expect(requests.filter((each) => JSON.stringify(each).includes('query'))).toHaveLength(3)
    expect((await shown()).flat()).toHaveLength(85)
  })

  test('they follow the order of their gallery', async () => {
    const titled = ['Cake', 'Aisle', 'Band'].map((title) => ({ title, setId: party.id }))
    const world = await setup([...titled, { title: 'Apart' }])
    const body = UpdateGallery.parse({ version: (await world.stored()).version, photoOrder: 'name' })
    await updateGallery(world)(request(api.galleries.endpoints.update, { params: { galleryId }, body, caller }))
    expect((await world.shown(party.id)).flat()).toEqual(['Aisle', 'Band', 'Cake'])
    await world.photos.save(await world.photo(1), { title: 'Aaa' }, { version: (await world.photo(1)).version })
    expect((await world.shown(party.id)).flat()).toEqual(['Aaa', 'Aisle', 'Band'])
  })

  test('a search looks in the set that is named', async () => {
    const { shown } = await setup([
      { title: 'Cake one', setId: party.id },
      { title: 'Cake two', setId: ceremony.id },
    ])
    expect((await shown(party.id, 'cake')).flat()).toEqual(['Cake one'])
    expect((await shown(undefined, 'cake')).flat()).toEqual(['Cake two', 'Cake one'])
  })

  test('many are moved at once, from set to set and out of all, and again changes nothing', async () => {
    const { put, shown, photo, item } = await setup([...inSet(3, null), { setId: party.id, state: 'pending' }])
    expect((await put([1, 2, 4, 9], ceremony.id)).map(({ setId }) => setId)).toEqual([
      ceremony.id,
      ceremony.id,
      ceremony.id,
    ])
    expect((await shown(ceremony.id)).flat()).toEqual(['Photo 2', 'Photo 1'])
    expect(item(4)).toMatchObject({ sellerKey: `GALLERY#${galleryId}#SET#${ceremony.id}#HIDDEN` })
    const { version } = await photo(1)
    await put([1], ceremony.id)
    expect((await photo(1)).version).toBe(version)
    await put([1], null)
    expect(item(1)).not.toHaveProperty('sellerKey')
    expect((await shown(ceremony.id)).flat()).toEqual(['Photo 2'])
    expect((await shown()).flat()).toHaveLength(3)
  })

  test('what changes on the way is moved as it is then, and what is deleted on the way stays away', async () => {
    const { put, photos, photo, shown, table } = await setup(inSet(3, null))
    const [first, second] = [await photo(1), await photo(2)]
    beforeNextWrite(table, async () => {
      await photos.save(first, { title: 'Renamed' }, { version: first.version })
      await photos.remove(second, new Date('2030-01-02T10:00:00.000Z'))
    })
    await put([1, 2, 3], party.id)
    expect((await shown(party.id)).flat()).toEqual(['Photo 3', 'Renamed'])
  })

  test('only own photos of this gallery are moved, into a set that it has', async () => {
    const { put, photos, photo } = await setup(inSet(1, null))
    await photos.create(aPhoto({ id: photoIdOf(7), galleryId: galleryIdOf(2), photographerId: userIdOf(2) }))
    expect(await put([7], party.id)).toEqual([])
    expect((await photos.find(photoIdOf(7)))?.setId).toBeNull()
    await expect(put([1], setIdOf(9))).rejects.toMatchObject({ code: 'changed_meanwhile' })
    await expect(put([1], party.id, userIdOf(2))).rejects.toMatchObject({ code: 'gallery_not_found' })
    expect((await photo(1)).setId).toBeNull()
  })

  test('a photo leaves its set’s list with the sale, and is in none once it is deleted', async () => {
    const { photos, photo, item, shown } = await setup(inSet(2, party.id))
    await photos.takeDown(await photo(1), 'Not yours', [])
    expect((await shown(party.id)).flat()).toEqual(['Photo 2'])
    await photos.putBack(await photo(1), [])
    expect((await shown(party.id)).flat()).toEqual(['Photo 2', 'Photo 1'])
    await photos.remove(await photo(1), new Date('2030-01-02T10:00:00.000Z'))
    expect(item(1)).not.toHaveProperty('sellerKey')
  })

  test('one that could not be drawn stays in the set that it was put into meanwhile', async () => {
    const { photos, photo, put, item } = await setup([{ state: 'pending', setId: party.id }])
    const waiting = await photo(1)
    await put([1], ceremony.id)
    await photos.giveUp(waiting, 'Too large')
    expect(item(1)).toMatchObject({
      state: 'failed',
      setId: ceremony.id,
      sellerKey: `GALLERY#${galleryId}#SET#${ceremony.id}#HIDDEN`,
    })
  })
})

describe('a deleted set', () => {
  test('leaves its photos in the gallery, shown and hidden ones, and no work', async () => {
    const many = [...inSet(130, ceremony.id), { setId: ceremony.id, state: 'pending' as const }, { setId: party.id }]
    const { arrange, shown, table, left } = await setup(many)
    await arrange([party])
    expect(table.all().filter(({ setId }) => setId === ceremony.id)).toEqual([])
    expect(table.all().filter(({ sellerKey }) => String(sellerKey).includes(ceremony.id))).toEqual([])
    expect((await shown()).flat()).toHaveLength(131)
    expect((await shown(party.id)).flat()).toHaveLength(1)
    expect(await shown(ceremony.id)).toEqual([[]])
    expect(left()).toEqual([])
  })

  test('is emptied in parts, each where the last one broke off', async () => {
    const { photos, table } = await setup(inSet(130, ceremony.id))
    let parts = 0
    const onlyThree = () => {
      parts += 1
      if (parts > 3) throw new Error('out of time')
    }
    await expect(photos.clearSet({ galleryId, setId: ceremony.id }, onlyThree)).rejects.toThrow('out of time')
    expect(table.all().filter(({ setId }) => setId === ceremony.id)).toHaveLength(30)
    await photos.clearSet({ galleryId, setId: ceremony.id })
    expect(table.all().filter(({ setId }) => setId === ceremony.id)).toEqual([])
  })

  test('shows nothing to visitors, even while photos stand in it', async () => {
    const { shown } = await setup(inSet(2, setIdOf(9)))
    expect(await shown(setIdOf(9))).toEqual([[]])
    expect((await shown()).flat()).toHaveLength(2)
  })
})
