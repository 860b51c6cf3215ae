import type { PlannedPart } from '#schema/entities/zip-set.ts'
import { limits } from '#schema/limits.ts'
import type { ZipFile } from './zip-file.ts'

/** Sizes that are asked of storage at a time. */
const askedAtOnce = 32

/** A file that alone is larger than a part has a part of its own: nothing is left out. */
export const planParts = async (files: AsyncIterable<ZipFile>): Promise<PlannedPart[]> => {
  const parts: PlannedPart[] = []
  let open: PlannedPart | undefined
  for await (const some of inGroups(files, askedAtOnce)) {
    const sizes = await Promise.all(some.map((file) => file.plannedBytes()))
    for (const [index, { place }] of some.entries()) {
      const bytes = (sizes[index] ?? 0) + limits.zip.entryBytes
      const fits = open && open.files < limits.zip.partFiles && open.bytes + bytes <= limits.zip.partBytes
      if (open && !fits) parts.push(open)
      open =
        open && fits
          ? { through: place, files: open.files + 1, bytes: open.bytes + bytes }
          : { through: place, files: 1, bytes }
    }
  }
  return open ? [...parts, open] : parts
}

async function* inGroups<T>(all: AsyncIterable<T>, size: number): AsyncGenerator<T[], void> {
  let group: T[] = []
  for await (const each of all) {
    group.push(each)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
