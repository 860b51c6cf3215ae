import type { FavouritesListStore } from '#functions/galleries/favourites-list-store.ts'
import { takenOutOf } from '#functions/galleries/photos-of-list.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { EarningStore } from '#functions/payments/earning-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { ProofStore } from '#functions/proofing/proof-store.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { allOf, eachPage } from '#functions/shared/table/pages.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { ZipFile, ZipSource } from '#functions/zips/zip-file.ts'
import type { Contents } from '#functions/zips/zip-state.ts'
import type { FavouritesList } from '#schema/entities/favourites-list.ts'
import type { PhotoProof } from '#schema/entities/proof.ts'
import type { ExportZips, ZipSet } from '#schema/entities/zip-set.ts'
import { AppError } from '#schema/errors.ts'
import type { UserId } from '#schema/ids.ts'
import { paths } from '#schema/paths.ts'
import { type GalleryParts, galleriesOf } from './export-galleries.ts'
import { favouritesText, ordersTable, proofText, soldTable, textFile } from './export-texts.ts'

type Parts = GalleryParts & {
  profiles: Pick<ProfileStore, 'find'>
  favouritesLists: Pick<FavouritesListStore, 'list' | 'getOwn'>
  proofs: Pick<ProofStore, 'listOwn' | 'listPhotos'>
  earnings: Pick<EarningStore, 'listOfSeller' | 'whole'>
  ids: Pick<IdMaker, 'mail'>
  now: Clock
  siteUrl: () => string
}
export type AskedExport = { readonly owner: ExportZips } & Pick<ZipSet, 'askedAt'>

/** An export holds what there was when it was asked for: no change makes it wrong. */
export const everything: Contents = { contents: 'everything', wholeFiles: {} }

const sessionsAtOnce = 100
const choicesAtOnce = 1_000

/**
 * All that a photographer has here; `undefined` for an account that is being erased. Each kind has a letter before its places;
 * lists come first, so that they are in the first part.
 */
export const exportSource =
  (parts: Parts) =>
  async ({ owner, askedAt }: AskedExport): Promise<ZipSource | undefined> => {
    const { ids, now, siteUrl } = parts
    const { userId } = owner
    const profile = await parts.profiles.find(userId)
    if (!profile || profile.erasureBegunAt !== null) return undefined
    async function* files(after = ''): AsyncGenerator<ZipFile, void> {
      if (after < 'b') yield* favouritesOf(parts, userId, 'a')
      if (after < 'c') yield* proofingOf(parts, userId, 'b')
      if (after < 'd') yield* salesOf(parts, { userId, from: profile?.createdAt ?? askedAt, until: askedAt }, 'c')
      yield* galleriesOf(parts, { userId, askedAt, after }, 'd')
    }
    return {
      contents: everything.contents,
      dated: new Date(askedAt),
      files,
      tellReady: (ready) => [
        outboxPut({
          id: ids.mail(),
          template: 'export-ready',
          to: profile.email,
          data: { name: profile.displayName, settingsUrl: siteUrl() + paths.settings(), ...ready },
          at: now(),
        }),
      ],
    }
  }

const byId = <T extends { readonly id: string }>(all: readonly T[]): T[] =>
  all.toSorted((one, other) => (one.id < other.id ? -1 : 1))

/** A list of which only this is kept until it is its turn: all of them with their photos may be too much for the memory. */
type Known = Pick<FavouritesList, 'id' | 'galleryId' | 'sentAt'>

async function* favouritesOf(parts: Parts, owner: UserId, kind: string): AsyncGenerator<ZipFile, void> {
  const lists = await allOf(
    (after) => parts.favouritesLists.list({ owner }, after),
    (page) => page.lists.map(({ id, galleryId, sentAt }): Known => ({ id, galleryId, sentAt })),
  )
  for (const known of byId(lists)) {
    const name = `favourites/${known.sentAt.slice(0, 10)} ${known.id}.json`
    yield textFile(`${kind}#${known.id}`, name, () => favouritesIn(parts, owner, known))
  }
}

const favouritesIn = async (
  { favouritesLists, photos }: Parts,
  owner: UserId,
  { id, galleryId }: Known,
): Promise<string | undefined> => {
  const list = await favouritesLists.getOwn({ galleryId, favouritesListId: id, owner }).catch((thrown: unknown) => {
    // Deleted meanwhile.
    if (thrown instanceof AppError) return undefined
    throw thrown
  })
  return list && favouritesText(list, await photos.getMany(list.photoIds))
}

async function* proofingOf({ proofs, photos }: Parts, owner: UserId, kind: string): AsyncGenerator<ZipFile, void> {
  const sessions = await allOf(
    (after) => proofs.listOwn(owner, { after, limit: sessionsAtOnce }),
    (page) => page.sessions,
  )
  for (const session of byId(sessions)) {
    const name = `proofing/${session.createdAt.slice(0, 10)} ${session.id}.json`
    yield textFile(`${kind}#${session.id}`, name, async () => {
      const chosen = await allOf(
        (after): Promise<{ proofs: PhotoProof[]; next?: Item | undefined }> =>
          proofs.listPhotos(session.id, { after, limit: choicesAtOnce }),
        (page) => page.proofs,
      )
      const takenOut = await takenOutOf(
        photos,
        chosen.map(({ photoId }) => photoId),
      )
      return proofText(session, chosen, takenOut)
    })
  }
}

type Span = { userId: UserId; from: string; until: string }

/** Their shares, a pair of files for each year: nothing of who bought, and nothing of another photographer's. */
async function* salesOf(
  { earnings }: Parts,
  { userId, from, until }: Span,
  kind: string,
): AsyncGenerator<ZipFile, void> {
  for (let year = Number(from.slice(0, 4)); year <= Number(until.slice(0, 4)); year += 1) {
    const sharesOf = async () => {
      const shares = []
      const span = { from: `${year}-01-01T00:00:00.000Z`, until: `${year}-12-31T23:59:59.999Z` }
      for await (const page of eachPage((after: Item | undefined) => earnings.listOfSeller(userId, { ...span, after })))
        shares.push(...(await earnings.whole(page.earnings)))
      return shares
    }
    yield textFile(`${kind}#${year}#orders`, `sales/${year} orders.csv`, async () => ordersTable(await sharesOf()))
    yield textFile(`${kind}#${year}#photos`, `sales/${year} photos sold.csv`, async () => soldTable(await sharesOf()))
  }
}
