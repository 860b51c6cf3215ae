import * as z from 'zod'
import { ImageFormat, RenditionKind } from './rendition-kinds.ts'

/** One picture made for the screen. `key` is its place in the renditions bucket: unguessable and never reused. */
const Rendition = z.object({
  kind: RenditionKind,
  format: ImageFormat,
  key: z.string(),
  width: z.int().min(1),
  height: z.int().min(1),
  bytes: z.int().min(1),
})
type Rendition = z.infer<typeof Rendition>

/**
 * As items hold them: the folder once instead of in each key, and no names of fields. Items are read by the kilobyte, and
 * a photo's five renditions were half of it. Of each file: kind, format, name in the folder, width, height, bytes.
 */
const StoredRenditions = z.object({ folder: z.string(), files: z.array(z.array(z.union([z.string(), z.number()]))) })
type StoredRenditions = z.infer<typeof StoredRenditions>

const unpacked = (stored: unknown): unknown => {
  const { data } = StoredRenditions.safeParse(stored)
  return data
    ? data.files.map(([kind, format, name, width, height, bytes]) => ({
        kind,
        format,
        key: `${data.folder}${name}`,
        width,
        height,
        bytes,
      }))
    : stored
}

/** A later release may draw kinds that this one does not know, which nobody needs: a record is not unreadable for them. */
const known = (stored: unknown): unknown => {
  const list = unpacked(stored)
  return Array.isArray(list) ? list.filter((each) => Known.safeParse(each).success) : list
}
const Known = z.object({ kind: RenditionKind, format: ImageFormat })

/**
 * At least one JPEG display and one JPEG thumbnail for every photo that is ready; of one drawn since there is a `medium`,
 * that too. Read as `storedRenditions` writes them, and as earlier releases wrote them, a list.
 */
export const Renditions = z.preprocess(known, z.array(Rendition))

/** What an item holds for these renditions; those of two folders, which no release has made, as they are. */
export const storedRenditions = (renditions: readonly Rendition[]): StoredRenditions | readonly Rendition[] => {
  const [first] = renditions
  const folder = first?.key.slice(0, first.key.lastIndexOf('/') + 1) ?? ''
  if (folder === '' || !renditions.every(({ key }) => key.startsWith(folder))) return renditions
  return {
    folder,
    files: renditions.map(({ kind, format, key, width, height, bytes }) => [
      kind,
      format,
      key.slice(folder.length),
      width,
      height,
      bytes,
    ]),
  }
}
