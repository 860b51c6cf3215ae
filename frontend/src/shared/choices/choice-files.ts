import { csvOf } from '#schema/csv.ts'
import type { PhotoProof } from '#schema/entities/proof.ts'

/** What an export says of a photo. */
export type Choice = Pick<PhotoProof, 'fileName' | 'title' | 'status' | 'clientFeedback' | 'updatedAt'> & {
  /** Its photographer deleted it since: nothing is done with it any more. */
  isTakenOut?: boolean | undefined
}

const ofStatus = (photos: readonly Choice[], status: Choice['status']) =>
  photos.filter((photo) => photo.status === status)
const isThere = ({ isTakenOut = false }: Choice): boolean => !isTakenOut
/** How many of these states were taken out: names and sidecars leave them out. */
export const takenOutOf = (photos: readonly Choice[], statuses: readonly Choice['status'][]): number =>
  photos.filter((photo) => statuses.includes(photo.status) && !isThere(photo)).length

/** File names of one status, one a line: for the search box of any catalogue. What was taken out is none of them. */
export const namesOf = (photos: readonly Choice[], status: Choice['status']): string =>
  ofStatus(photos, status)
    .filter(isThere)
    .map((photo) => photo.fileName)
    .join('\n')

export const choiceFile = (photos: readonly Choice[]): string =>
  csvOf([
    ['File name', 'Title', 'Status', 'Feedback', 'Changed (UTC)', 'Taken out of the gallery'],
    ...photos.map((photo) => [
      ...[photo.fileName, photo.title, photo.status, photo.clientFeedback, photo.updatedAt],
      isThere(photo) ? '' : 'yes',
    ]),
  ])

const escaped: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const asXml = (text: string) => text.replace(/[&<>"']/g, (char) => escaped[char] ?? char)

/** What Lightroom shows: five stars and green, yellow, red. */
const marks = {
  approved: 'xmp:Rating="5" xmp:Label="Green"',
  maybe: 'xmp:Label="Yellow"',
  rejected: 'xmp:Label="Red"',
} as const

/** From the weakest to the strongest. */
export const decided = ['rejected', 'maybe', 'approved'] as const
const sidecarName = (fileName: string) => `${fileName.replace(/\.[^.]+$/, '')}.xmp`

const sidecarOf = ({ status, clientFeedback }: Choice & { status: keyof typeof marks }): string => {
  const feedback = clientFeedback
    ? `<dc:description><rdf:Alt><rdf:li xml:lang="x-default">${asXml(clientFeedback)}</rdf:li></rdf:Alt></dc:description>`
    : ''
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    `<rdf:Description rdf:about="" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/" ${marks[status]}>`,
    `${feedback}</rdf:Description>`,
    '</rdf:RDF>',
    '</x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('\n')
}

const isMarked = (photo: Choice): photo is Choice & { status: keyof typeof marks } =>
  photo.status !== 'pending' && isThere(photo)

/**
 * One sidecar a photo that was decided and is still there, named after it (Adobe XMP, part 3). Two files of one name, a RAW and its JPEG, share one: the
 * kinder decision stands.
 */
export const sidecarsOf = (photos: readonly Choice[]): { name: string; input: string }[] => {
  const byName = new Map<string, Choice & { status: keyof typeof marks }>()
  for (const photo of photos.filter(isMarked)) {
    const known = byName.get(sidecarName(photo.fileName))
    if (!known || decided.indexOf(photo.status) > decided.indexOf(known.status)) {
      byName.set(sidecarName(photo.fileName), photo)
    }
  }
  return [...byName].map(([name, photo]) => ({ name, input: sidecarOf(photo) }))
}
