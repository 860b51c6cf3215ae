import { isTakenOut } from '#functions/galleries/photos-of-list.ts'
import type { ZipFile } from '#functions/zips/zip-file.ts'
import { csvOf, poundsCell } from '#schema/csv.ts'
import type { Earning } from '#schema/entities/earning.ts'
import type { FavouritesList } from '#schema/entities/favourites-list.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { Photo } from '#schema/entities/photo.ts'
import type { PhotoProof, ProofSession } from '#schema/entities/proof.ts'
import type { PhotoId } from '#schema/ids.ts'

/** What a text may be reckoned with before it is made: nearly all are smaller. */
const textBytes = 100_000

/** @param make `undefined` where what it tells of has gone meanwhile. */
export const textFile = (place: string, name: string, make: () => Promise<string | undefined>): ZipFile => ({
  place,
  plannedBytes: async () => textBytes,
  findName: async () => name,
  find: async () => {
    const text = await make()
    return text === undefined ? undefined : { name, content: { kind: 'text', text: async () => text } }
  },
  about: { place },
})

const jsonOf = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`
const pounds = (amountPence: number | null): string => (amountPence === null ? '' : poundsCell(amountPence))

/** What a visitor sent: who, what they wrote, and the photos in their order. */
export const favouritesText = (list: FavouritesList, photos: readonly Photo[]): string => {
  const found = new Map(photos.map((photo) => [photo.id, photo]))
  const { id, galleryId, galleryTitle, name, email, note, sentAt } = list
  const chosen = list.photoIds.map((photoId) => {
    const photo = found.get(photoId)
    return { photoId, title: photo?.title ?? null, fileName: photo?.fileName ?? null, isTakenOut: isTakenOut(photo) }
  })
  return jsonOf({ id, galleryId, galleryTitle, name, email, note, sentAt, photos: chosen })
}

/** What a client decided of each photo of a review. */
export const proofText = (
  session: ProofSession,
  proofs: readonly PhotoProof[],
  takenOut: ReadonlySet<PhotoId>,
): string => {
  const { id, galleryId, galleryTitle, title, description, clientEmail, status } = session
  const { createdAt, deadlineAt, completedAt, selectionTarget } = session
  return jsonOf({
    ...{ id, galleryId, galleryTitle, title, description, clientEmail, status },
    ...{ createdAt, deadlineAt, completedAt, selectionTarget },
    photos: proofs.map(({ photoId, title: called, fileName, status: choice, clientFeedback, updatedAt }) => ({
      ...{ photoId, title: called, fileName, choice, clientFeedback, updatedAt, isTakenOut: takenOut.has(photoId) },
    })),
  })
}

/** How a gallery is set up and priced; neither its password nor its access code. */
export const galleryText = (gallery: Gallery): string => {
  const { id, title, slug, description, isPublic, clientEmail, createdAt, expiresAt, photoOrder, sets } = gallery
  const { priceSteps, wholePence, uploadPence, webPence, lowestPence } = gallery
  const { photoCount, viewCount, likeCount, downloadCount, downloadLimit } = gallery
  return jsonOf({
    ...{ id, title, slug, description, isPublic, clientEmail, createdAt, expiresAt, photoOrder, sets },
    prices: { priceSteps, wholePence, uploadPence: uploadPence ?? null, webPence, lowestPence },
    counts: { photoCount, viewCount, likeCount, downloadCount, downloadLimit },
  })
}

const photoHeads = [
  ...['Photo', 'File', 'Title', 'Description', 'Price (GBP)', 'Web price (GBP)', 'State', 'Featured', 'Set'],
  ...['Taken', 'Camera', 'Width', 'Height', 'Bytes', 'Uploaded'],
]
/** The cells of a photo. @param file What it is called here; empty where it has no file. */
export const photoRow = (photo: Photo, file: string, setName: string): (string | number)[] => [
  ...[photo.id, file, photo.title, photo.description, pounds(photo.pricePence), pounds(photo.webPence), photo.state],
  ...[photo.isFeatured ? 'yes' : 'no', setName, photo.capturedAt ?? '', photo.camera ?? ''],
  ...[photo.width, photo.height, photo.bytes, photo.createdAt],
]
export const photoTable = (rows: readonly (readonly (string | number)[])[]): string => csvOf([photoHeads, ...rows])

const orderHeads = ['Order', 'Paid', 'Paid for your photos (GBP)', 'Fee (GBP)', 'Your share (GBP)', 'Refunded (GBP)']
export const ordersTable = (shares: readonly Earning[]): string =>
  csvOf([
    orderHeads,
    ...shares.map(({ orderNumber, paidAt, grossPence, feePence, amountPence, returnedPence }) => [
      ...[orderNumber, paidAt, pounds(grossPence), pounds(feePence), pounds(amountPence), pounds(returnedPence)],
    ]),
  ])

const soldHeads = ['Order', 'Paid', 'Photo or gallery', 'Title', 'Sold as', 'Paid (GBP)', 'Your share (GBP)']
export const soldTable = (shares: readonly Earning[]): string =>
  csvOf([
    soldHeads,
    ...shares.flatMap(({ orderNumber, paidAt, photos }) =>
      photos.map(({ photoId, title, as, netPence, sharePence }) => [
        ...[orderNumber, paidAt, photoId, title, as, pounds(netPence), pounds(sharePence)],
      ]),
    ),
  ])
