import * as z from 'zod'
import { type Chore, choreDone, chorePut, choreRemove } from '#functions/chores/chore-writes.ts'
import { removeAll } from '#functions/shared/table/remove-all.ts'
import type { Item, Page, Table, Write } from '#functions/shared/table/writes.ts'
import { assert, is, put, remove, update } from '#functions/shared/table/writes.ts'
import { PhotoProof, ProofSession } from '#schema/entities/proof.ts'
import { AppError } from '#schema/errors.ts'
import { type PhotoId, ProofSessionId, type UserId } from '#schema/ids.ts'
import { readOrder } from './proof-order-store.ts'
import { decided, laterDecision, type Plan } from './proof-rules.ts'
import {
  closing,
  type Linked,
  linksUnchanged,
  orderPut,
  proofKeys,
  proofPut,
  sessionItem,
  tokenPut,
} from './proof-writes.ts'

/** `isOrdered` is told by the link, so that the first page of photos is asked for beside the session. */
const Pointer = z.object({
  sessionId: ProofSessionId,
  linkVersion: z.int().default(0),
  isOrdered: z.boolean().default(false),
})
export type Pointer = z.infer<typeof Pointer>

/** How many photos one transaction takes beside the session, its link, its mail and its chores (100 in all). */
export const proofsAtOnce = 90

export type ProofPage = { proofs: PhotoProof[]; next: Page['next'] }
type Editable = Partial<
  Pick<ProofSession, 'title' | 'description' | 'deadlineAt' | 'selectionTarget' | 'status' | 'completedAt'>
>
/** The reminder that belongs to the new deadline, or the one to forget. */
type Reminder = { put?: Chore | undefined; drop: Pick<Chore, 'kind' | 'subject'> }
type Paging = { after?: Item | undefined; limit: number }

/** Proof sessions and their photos. A session's counts are written with every photo they count. */
export const proofStore = (table: Table) => {
  const find = async (id: ProofSessionId): Promise<ProofSession | undefined> => {
    const item = await table.get(proofKeys.session(id))
    return item && ProofSession.parse(item)
  }

  /** Those of these photos that are in the session, in no order. */
  const findPhotos = async (id: ProofSessionId, photoIds: readonly PhotoId[]): Promise<PhotoProof[]> => {
    const items = await table.getMany(photoIds.map((photoId) => proofKeys.photo(id, photoId)))
    return items.map((item) => PhotoProof.parse(item))
  }

  return {
    find,
    findPhotos,

    /** @throws AppError `proof_session_not_found`, also for somebody else's session. */
    async getOwn(id: ProofSessionId, owner: UserId): Promise<ProofSession> {
      const session = await find(id)
      if (session?.photographerId !== owner) throw new AppError('proof_session_not_found')
      return session
    },

    /** Which session a link's token was made for, and of which version it is; either may be gone by now. */
    async pointerOf(token: string): Promise<Pointer | undefined> {
      const pointer = await table.get(proofKeys.token(token))
      return pointer && Pointer.parse(pointer)
    },

    /** A photographer's sessions, newest first. */
    async listOwn(owner: UserId, { after, limit }: Paging): Promise<{ sessions: ProofSession[]; next: Page['next'] }> {
      const page = await table.query({
        index: 'by-owner',
        partition: proofKeys.ownedBy(owner),
        sort: { beginsWith: proofKeys.owned },
        newestFirst: true,
        limit,
        after,
      })
      return { sessions: page.items.map((item) => ProofSession.parse(item)), next: page.next }
    },

    /** A page of the photos of a session that keeps an order. */
    listOrder: (id: ProofSessionId, paging: Paging) => readOrder(table, id, paging),

    /** The photos of a session, oldest first. */
    async listPhotos(id: ProofSessionId, { after, limit }: Paging): Promise<ProofPage> {
      const page = await table.query({
        partition: proofKeys.session(id).PK,
        sort: { beginsWith: proofKeys.photos },
        consistent: true,
        limit,
        after,
      })
      return { proofs: page.items.map((item) => PhotoProof.parse(item)), next: page.next }
    },

    /** Creates a session with its first photos, its link, its mail and what is left to do. */
    async create(session: ProofSession, proofs: readonly PhotoProof[], alongside: readonly Write[]): Promise<void> {
      const result = await table.transact([
        put(sessionItem(session), 'absent'),
        ...(session.orderParts > 0 ? [orderPut(session.id, 0, proofs)] : []),
        ...alongside,
        ...proofs.map(proofPut),
      ])
      if (!result.ok) throw new AppError('unavailable')
    },

    /**
     * Adds the next photos and moves the place where the filling goes on, once each: a filling that was interrupted or is
     * done twice adds nothing twice. @returns whether this call added them.
     */
    async fill(session: ProofSession, proofs: readonly PhotoProof[], nextPlace: string | null): Promise<boolean> {
      const known = new Set(
        (
          await findPhotos(
            session.id,
            proofs.map(({ photoId }) => photoId),
          )
        ).map(({ photoId }) => photoId),
      )
      const added = proofs.filter(({ photoId }) => !known.has(photoId))
      const { orderParts } = session
      const result = await table.transact([
        update(proofKeys.session(session.id), {
          set: { fillPlace: nextPlace, ...(orderParts > 0 && { orderParts: orderParts + 1 }) },
          ...(added.length > 0 && { add: { pendingCount: added.length, choiceVersion: 1 } }),
          when: { fillPlace: is.equal(session.fillPlace) },
        }),
        ...(orderParts > 0 ? [orderPut(session.id, orderParts, added)] : []),
        ...added.map(proofPut),
      ])
      return result.ok
    },

    /** @throws AppError `changed_meanwhile` when its links were withdrawn meanwhile: this one would be dead as well. */
    async addLink(token: string, session: ProofSession, at: string): Promise<void> {
      const standing = assert(proofKeys.session(session.id), linksUnchanged(session))
      const result = await table.transact([tokenPut(token, session, at), standing])
      if (!result.ok) throw new AppError('changed_meanwhile')
    },

    /** Withdraws the links of one version, once: done again, it finds a later one and changes nothing. */
    async withdrawLinks(session: Linked): Promise<void> {
      await table.write(
        update(proofKeys.session(session.id), {
          set: { linkVersion: session.linkVersion + 1 },
          when: linksUnchanged(session),
        }),
      )
    },

    /**
     * Writes a decision with the counts it moves, if session and photos are still as they were planned with.
     * @returns whether it was written; if not, plan it again.
     */
    async decide(
      session: ProofSession,
      plan: Plan,
      { at, alongside = [] }: { at: string; alongside?: readonly Write[] },
    ): Promise<boolean> {
      const { proofs, decision, moves, settled, completes, isNews } = plan
      const latest = laterDecision(session, plan)
      const pending = completes ? is.equal(settled) : is.atLeast(settled + (session.fillPlace === null ? 1 : 0))
      const approving = moves.approvedCount ?? 0
      const isFull = session.selectionTarget !== null && approving > 0
      const isComplete = session.status === 'completed'
      const result = await table.transact([
        update(proofKeys.session(session.id), {
          set: {
            ...(completes
              ? { status: 'completed', completedAt: at }
              : { status: isComplete ? 'completed' : 'in_review' }),
            decidedAt: latest,
          },
          add: { ...moves, choiceVersion: isNews ? 1 : 0 },
          when: {
            // A review that was finished, or opened again, meanwhile is planned anew: one decision completes it, once.
            status: isComplete ? is.equal('completed') : is.oneOf(['pending', 'in_review']),
            closesAt: is.above(at),
            ...(latest && { decidedAt: is.absentOr(is.atMost(latest)) }),
            ...(settled > 0 && { pendingCount: pending, fillPlace: is.equal(session.fillPlace) }),
            ...(isFull && {
              selectionTarget: is.equal(session.selectionTarget),
              approvedCount: is.atMost((session.selectionTarget ?? 0) - approving),
            }),
          },
        }),
        ...proofs.map((proof) => {
          const { status, updatedAt, decidedAt } = decided(proof, decision, at)
          return update(proofKeys.photo(session.id, proof.photoId), {
            set: { status, clientFeedback: decision.feedback, updatedAt, decidedAt },
            // The time as well: of two texts under one status the later one stays.
            when: { status: is.equal(proof.status), updatedAt: is.equal(proof.updatedAt) },
          })
        }),
        ...alongside,
      ])
      return result.ok
    },

    /** Completes an open session of which nothing is pending. @returns whether this call completed it. */
    async finish(
      { id }: ProofSession,
      { at, alongside }: { at: string; alongside: readonly Write[] },
    ): Promise<boolean> {
      const result = await table.transact([
        update(proofKeys.session(id), {
          set: { status: 'completed', completedAt: at },
          when: {
            status: is.equal('in_review'),
            pendingCount: is.equal(0),
            closesAt: is.above(at),
            fillPlace: is.equal(null),
          },
        }),
        ...alongside,
      ])
      return result.ok
    },

    /** @throws AppError `changed_meanwhile` when its photographer edited it in another tab. */
    async save(session: ProofSession, changes: Editable, reminder: Reminder): Promise<ProofSession> {
      const after: ProofSession = { ...session, ...changes, version: session.version + 1 }
      const result = await table.transact([
        update(proofKeys.session(session.id), {
          set: { ...changes, version: after.version, ...closing(after) },
          when: { version: is.equal(session.version), status: is.equal(session.status) },
        }),
        reminder.put ? chorePut(reminder.put) : choreRemove(reminder.drop),
      ])
      if (!result.ok) throw new AppError('changed_meanwhile')
      return after
    },

    /** A reminder with its new link, and the end of its chore: sent once, however often it is tried. */
    async remind(
      session: Linked,
      { chore, at }: { chore: Chore; at: string },
      writes: readonly Write[],
    ): Promise<boolean> {
      const reminded = update(proofKeys.session(session.id), { set: { remindedAt: at }, when: linksUnchanged(session) })
      const result = await table.transact([...writes, reminded, choreDone(chore)])
      return result.ok
    },

    /** Deletes a session: its links open nothing from then on. Its photos follow by the chore. */
    async remove(
      session: ProofSession,
      chores: { put: Chore; drop: Pick<Chore, 'kind' | 'subject'>[] },
    ): Promise<void> {
      const result = await table.transact([
        remove(proofKeys.session(session.id), 'present'),
        chorePut(chores.put),
        ...chores.drop.map(choreRemove),
      ])
      if (!result.ok) throw new AppError('proof_session_not_found')
    },

    /** Deletes the photos of a session that is gone. */
    clear: async (id: ProofSessionId, mayGoOn?: () => void): Promise<void> => {
      for (const beginsWith of [proofKeys.orderParts, proofKeys.photos]) {
        await removeAll(table, { partition: proofKeys.session(id).PK, sort: { beginsWith } }, mayGoOn)
      }
    },
  }
}
export type ProofStore = ReturnType<typeof proofStore>
