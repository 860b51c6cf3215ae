import type { PhotoStore } from '#functions/galleries/photo-store.ts'
import { takenOutOf } from '#functions/galleries/photos-of-list.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Cursors } from '#functions/shared/table/cursors.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import type { Item } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import type { PhotoProof } from '#schema/entities/proof.ts'
import type { ProofStore } from './proof-store.ts'
import { ownSession } from './proof-views.ts'

type Parts = { proofs: ProofStore; photos: Pick<PhotoStore, 'getMany'>; cursors: Cursors; now: Clock }

/** About what one request of the table carries (1 MB) at the usual length of feedback. */
const photosAtOnce = 1_000
/**
 * With a page more, of at most 1 MB of the table and twice that with every character escaped, an answer stays below the
 * 6 MB that a function may give (https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html).
 */
const enoughBytes = 3_000_000

export const exportChoice =
  ({ proofs, photos, cursors, now }: Parts): Operation<typeof api.proofing.endpoints.exportChoice> =>
  async ({ params, query, caller }) => {
    const session = await proofs.getOwn(params.proofSessionId, caller.userId)
    const list = `choice:${session.id}`
    const { after } = await cursors.read(list, query.cursor)
    const read = (from?: Item) => proofs.listPhotos(session.id, { after: from, limit: photosAtOnce })
    const said: PhotoProof[] = []
    let bytes = 0
    let next: Item | undefined
    for await (const page of eachPage(read, after)) {
      said.push(...page.proofs)
      bytes += Buffer.byteLength(JSON.stringify(page.proofs))
      next = page.next
      if (bytes > enoughBytes) break
    }
    // Whoever only follows the decisions knows it from the list.
    const out =
      query.marks === 'taken-out'
        ? await takenOutOf(
            photos,
            said.map(({ photoId }) => photoId),
          )
        : undefined
    return {
      session: ownSession(session, now()),
      photos: said.map((proof) => ({ ...proof, ...(out && { isTakenOut: out.has(proof.photoId) }) })),
      ...(await cursors.of(list, { next })),
    }
  }
