import { callEndpoint } from '#frontend/shared/api/call-endpoint.ts'
import { savedMeanwhile } from '#frontend/shared/galleries/own-galleries.ts'
import { galleries, type OwnGallery } from '#schema/api/galleries.ts'
import type { SetId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'

const keyOf = (name: string) => name.toLowerCase()

/** The sets that names would add, in their order, and for how many more a gallery has no room. */
const addedBy = (sets: OwnGallery['sets'], names: readonly string[]) => {
  const known = new Set(sets.map(({ name }) => keyOf(name)))
  const wanted = new Map(names.map((name) => [keyOf(name), name]))
  const missing = [...wanted].filter(([key]) => !known.has(key)).map(([, name]) => ({ id: null, name }))
  const added = missing.slice(0, Math.max(0, limits.gallery.mostSets - sets.length))
  return { added, left: missing.length - added.length }
}

/** How many folders make no set, since a gallery takes no more. While none is chosen, of an empty one. */
export const foldersWithoutSet = (gallery: OwnGallery | undefined, names: readonly string[]): number =>
  addedBy(gallery?.sets ?? [], names).left

/**
 * The ids of a gallery's sets by name; those that it lacks are made, behind the others. What is more than a gallery
 * takes is left without a set.
 * @throws what the API refuses.
 */
export const setsNamed = async (gallery: OwnGallery, names: readonly string[]): Promise<ReadonlyMap<string, SetId>> => {
  const { added } = addedBy(gallery.sets, names)
  const { sets } = added.length === 0 ? gallery : await arrange(gallery, added)
  const ids = new Map(sets.map(({ id, name }) => [keyOf(name), id]))
  return new Map(names.flatMap((name) => [ids.get(keyOf(name)) ?? []].flat().map((id) => [name, id] as const)))
}

const arrange = async (gallery: OwnGallery, added: readonly { id: null; name: string }[]): Promise<OwnGallery> => {
  const send = (to: OwnGallery, more: typeof added) =>
    callEndpoint(galleries.endpoints.arrangeSets, {
      params: { galleryId: to.id },
      body: { version: to.version, sets: [...to.sets, ...more] },
    })
  try {
    return await send(gallery, added)
  } catch (thrown) {
    const current = savedMeanwhile(thrown)
    if (!current) throw thrown
    const { added: missing } = addedBy(
      current.sets,
      added.map(({ name }) => name),
    )
    return missing.length === 0 ? current : send(current, missing)
  }
}
