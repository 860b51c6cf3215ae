import { apiClient } from '#local/api-client/api-client.ts'
import type { LocalSystem } from '#local/local-system.ts'
import { demoPassword } from '#local/seed/market.ts'
import { people } from '#local/seed/people.ts'
import { feature, uploadPrints } from '#local/seed/seed.ts'
import { api } from '#schema/api/all.ts'
import type { GalleryId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'

export const iris = { email: 'iris@darkslide.example', password: demoPassword }

const walk = ['picos-de-europa.jpg', 'woodland-stream.jpg', 'mountain-sunset.jpg', 'aitzgorri-ridge.jpg']
/**
 * Two of the demo's covers: the piece of the twelve that a phone is sent weighs 9 to 52 kB, 25 on average. One is the fifth
 * heaviest, with 32 kB, the other has 29.
 */
export const covers = { heavy: 'picos-de-europa.jpg', usual: 'paint-brushes.jpg' } as const

/** A public gallery of 140 photographs of Iris, cut from the demo's. */
export const hangMany = async (system: LocalSystem, cover: string = covers.heavy): Promise<GalleryId> => {
  const accounts = people(system.identity, async () => '')
  const own = apiClient(system.url, await accounts.signIn(iris))
  accounts.close()
  const gallery = await own.call(api.galleries.endpoints.create, {
    body: {
      title: 'One hundred and forty',
      description: 'A day in the hills: everybody who walked it, from the first light to the last bus home.',
      pricePence: pence(900),
      isPublic: true,
    },
  })
  const files = [cover, ...walk.filter((file) => file !== cover)].slice(0, walk.length)
  const photos = files.map((file, index) => ({
    file,
    title: `Walk ${index + 1}`,
    crops: 34,
    ...(index === 0 && { isFeatured: true as const }),
  }))
  const uploaded = await uploadPrints(own, gallery.id, { photos })
  await system.drainQueues()
  // Else a small crop would begin the page, with fewer bytes than a photographer's cover has.
  await feature(own, uploaded)
  // The timed job has it cut for phones.
  await system.clock.advance(10 * 60_000)
  const { photoCount } = await own.call(api.galleries.endpoints.getMine, { params: { galleryId: gallery.id } })
  if (photoCount !== 140) throw new Error(`The gallery holds ${photoCount} photos.`)
  const shown = await own.call(api.galleries.endpoints.get, { params: { galleryId: gallery.id } })
  const pieces = shown.state === 'open' ? (shown.gallery.cover?.tall ?? []) : []
  if (pieces.length === 0) throw new Error('The cover was not cut for phones.')
  return gallery.id
}
