import { createHash } from 'node:crypto'
import type { Item, Key, Put } from '#functions/shared/table/writes.ts'
import { is, put } from '#functions/shared/table/writes.ts'
import type { PhotoProof, ProofSession } from '#schema/entities/proof.ts'
import type { PhotoId, ProofSessionId, UserId } from '#schema/ids.ts'

export const proofKeys = {
  session: (id: ProofSessionId): Key => ({ PK: `PROOF#${id}`, SK: 'PROOF' }),
  photo: (id: ProofSessionId, photoId: PhotoId): Key => ({ PK: `PROOF#${id}`, SK: `PHOTO#${photoId}` }),
  photos: 'PHOTO#',
  /** The photos that one filling added, in the gallery's order of that moment. */
  orderPart: (id: ProofSessionId, part: number): Key => ({
    PK: `PROOF#${id}`,
    SK: `ORDER#${String(part).padStart(4, '0')}`,
  }),
  orderParts: 'ORDER#',
  /** A link's token is kept as its hash only: who reads the table cannot open a session. */
  token: (token: string): Key => ({
    PK: `PROOFTOKEN#${createHash('sha256').update(token).digest('hex')}`,
    SK: 'TOKEN',
  }),
  ownedBy: (owner: UserId) => `USER#${owner}`,
  owned: 'PROOF#',
}

/** After every deadline: what a session without one is compared with. */
const never = '9999-12-31T23:59:59.999Z'
export const closing = ({ deadlineAt }: Pick<ProofSession, 'deadlineAt'>): Item => ({ closesAt: deadlineAt ?? never })

export const sessionItem = (session: ProofSession): Item & Key => ({
  ...proofKeys.session(session.id),
  ...session,
  ...closing(session),
  ownerKey: proofKeys.ownedBy(session.photographerId),
  ownerSort: `${proofKeys.owned}${session.createdAt}#${session.id}`,
})

export const proofPut = (proof: PhotoProof): Put =>
  put({ ...proofKeys.photo(proof.sessionId, proof.photoId), ...proof }, 'absent')

export const orderPut = (id: ProofSessionId, part: number, proofs: readonly PhotoProof[]): Put =>
  put({ ...proofKeys.orderPart(id, part), photoIds: proofs.map(({ photoId }) => photoId) }, 'absent')

export type Linked = Pick<ProofSession, 'id' | 'linkVersion'>
type ToLink = Linked & Pick<ProofSession, 'orderParts'>

/** A link, of the version that the session's links have now. */
export const tokenPut = (token: string, { id, linkVersion, orderParts }: ToLink, createdAt: string): Put => {
  const order = orderParts > 0 && { isOrdered: true }
  return put({ ...proofKeys.token(token), sessionId: id, linkVersion, ...order, createdAt }, 'absent')
}

/** Sessions and links that were made before links could be withdrawn name no version: theirs is the first. */
export const linksUnchanged = ({ linkVersion }: Linked) => ({
  status: is.present,
  linkVersion: linkVersion === 0 ? is.absentOr(is.equal(0)) : is.equal(linkVersion),
})
