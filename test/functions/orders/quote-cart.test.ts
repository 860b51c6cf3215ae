import { expect, test } from 'vitest'
import { galleryAccess } from '#functions/galleries/gallery-access.ts'
import { api } from '#schema/api/all.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { request } from '#test/support/http/request.ts'
import { moneyWorld } from '#test/support/payments/money-world.ts'

const setup = async (pricesPence: readonly number[]) => {
  const world = moneyWorld()
  const photos = await world.addSeller(1, pricesPence)
  const quote = (
    photoIds: readonly string[],
    extra: { discountCode?: string; grants?: string[] } = {},
    caller?: number,
  ) =>
    world.quote(
      request(api.orders.endpoints.quote, {
        body: { photoIds: [...photoIds], ...extra },
        ...(caller !== undefined && { caller: userIdOf(caller) }),
      }),
    )
  return { world, photos, quote }
}

test('a cart is priced with its five sums', async () => {
  const { photos, quote } = await setup([1500, 999])
  expect((await quote(photos)).summary).toMatchObject({
    subtotalPence: 2499,
    discountPence: 0,
    discountPercent: 0,
    feePence: 250,
    earningsPence: 2249,
    totalPence: 2499,
  })
})

test('an empty cart is worth nothing', async () => {
  const { quote } = await setup([])
  expect(await quote([])).toMatchObject({ lines: [], unavailable: [], summary: { totalPence: 0, feePence: 0 } })
})

test('what is not for sale any more is named, and the rest is priced', async () => {
  const { photos, quote } = await setup([1500])
  expect(await quote([photoIdOf(9), ...photos])).toMatchObject({
    unavailable: [photoIdOf(9)],
    lines: [{ title: 'Photo 1.0' }],
    summary: { totalPence: 1500 },
  })
})

test('a photo of a locked gallery is for sale to who has its grant, and to its owner', async () => {
  const { world, quote } = await setup([])
  const gallery = aGallery({
    id: galleryIdOf(2),
    photographerId: userIdOf(2),
    isPublic: false,
    accessCode: 'OPENSESAME',
  })
  await world.addGallery(gallery)
  await world.addPhoto(aPhoto({ id: photoIdOf(2), galleryId: gallery.id, photographerId: userIdOf(2) }))
  const { grant } = await galleryAccess({ signer: world.signer, now: world.now }).grant(gallery, 'visitor')

  expect((await quote([photoIdOf(2)])).unavailable).toEqual([photoIdOf(2)])
  expect((await quote([photoIdOf(2)], { grants: [grant] })).lines).toHaveLength(1)
  expect((await quote([photoIdOf(2)], {}, 2)).lines).toHaveLength(1)
  expect((await quote([photoIdOf(2)], {}, 3)).unavailable).toEqual([photoIdOf(2)])
  world.clock.forward({ hours: 13 })
  expect((await quote([photoIdOf(2)], { grants: [grant] })).unavailable).toEqual([photoIdOf(2)])
})

test('the picture of a photo whose mark is still being made is not shown clean', async () => {
  const { world, quote } = await setup([])
  await world.addGallery(aGallery({ watermarkEnabled: true, watermarkText: 'Iris' }))
  await world.addPhoto(aPhoto())
  expect((await quote([photoIdOf(1)])).lines).toMatchObject([{ picture: null }])
})
