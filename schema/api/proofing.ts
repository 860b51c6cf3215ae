import * as z from 'zod'
import { BrandPaint } from '#schema/entities/brand.ts'
import { PhotoProof, PhotoProofStatus, ProofCounts, ProofSession, ProofSessionStatus } from '#schema/entities/proof.ts'
import { FavouritesListId, GalleryId, PhotoId, ProofSessionId } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { Pence } from '#schema/money.ts'
import { wholeNumber } from '#schema/sentences.ts'
import { Cursor, paragraph, requiredEmail, requiredLine, Timestamp } from '#schema/text.ts'
import { endpoint, inAddress, Nothing, subject, Version } from './endpoint.ts'
import { Picture, pageOf } from './views.ts'
import { sessionHeader } from './visit-headers.ts'

const missing = 'Please fill in all required fields.'
const title = requiredLine(limits.gallery.titleLength, missing)
const description = paragraph(limits.gallery.descriptionLength)
const SelectionTarget = wholeNumber(1, limits.proofing.maxSelection).nullable()
const Feedback = paragraph(limits.proofing.feedbackLength)
/** Photos that somebody has decided meanwhile keep that decision. */
const OnlyPending = z.boolean().optional()
/** How long ago it was decided; absent for just now. No device is asked for the time: its clock may be wrong. */
const AgeMs = z.int().min(0).max(limits.proofing.decisionKeptMs)
/** What a client can say; nobody takes a photo back to pending. */
export const ProofDecision = PhotoProofStatus.exclude(['pending'])
export type ProofDecision = z.infer<typeof ProofDecision>

export const CreateProofSession = z.object({
  galleryId: GalleryId,
  title,
  clientEmail: requiredEmail(missing),
  description: description.default(''),
  deadlineAt: Timestamp.nullable().default(null),
  selectionTarget: SelectionTarget.default(null),
  /** Favourites that were sent of this gallery: a review of these photos alone, in their order. */
  favouritesListId: FavouritesListId.nullable().default(null),
})
export type CreateProofSession = z.infer<typeof CreateProofSession>

/** Absent fields stay as they are. A later deadline extends a session; `null` removes it. */
export const UpdateProofSession = z.object({
  version: Version,
  title: title.optional(),
  description: description.optional(),
  deadlineAt: Timestamp.nullable().optional(),
  selectionTarget: SelectionTarget.optional(),
})
export type UpdateProofSession = z.infer<typeof UpdateProofSession>

/** A session as its photographer sees it. */
export const OwnProofSession = ProofSession.pick({
  id: true,
  galleryId: true,
  galleryTitle: true,
  title: true,
  description: true,
  clientEmail: true,
  deadlineAt: true,
  selectionTarget: true,
  version: true,
  linkVersion: true,
  choiceVersion: true,
  completedAt: true,
  createdAt: true,
}).extend({ status: ProofSessionStatus, counts: ProofCounts })
export type OwnProofSession = z.infer<typeof OwnProofSession>

/** One photo of a session. `picture` is `null` when the photo was taken out or its mark is being drawn. */
export const ProofPhoto = PhotoProof.pick({
  photoId: true,
  title: true,
  status: true,
  clientFeedback: true,
  updatedAt: true,
}).extend({
  picture: Picture.nullable(),
  /** Its photographer deleted it. What was said of it stays; nothing is asked about it. Absent in answers of an earlier release. */
  isTakenOut: z.boolean().default(false),
  pricePence: Pence,
  /** Whether it can be put into a cart. */
  isForSale: z.boolean(),
  /** It is kept out of whole galleries that were paid for before then; absent where it is not. */
  exceptedSince: Timestamp.optional(),
  /** It was kept out of them until then; absent where it never was. */
  sharedAt: Timestamp.optional(),
  /** When it was allowed to be uploaded; beside `sharedAt` alone. */
  createdAt: Timestamp.optional(),
})
export type ProofPhoto = z.infer<typeof ProofPhoto>

/** A session as the client sees it: nothing of who else was invited, and no address. */
export const ClientProofSession = OwnProofSession.pick({
  galleryId: true,
  galleryTitle: true,
  title: true,
  description: true,
  deadlineAt: true,
  selectionTarget: true,
  status: true,
  counts: true,
}).extend({
  photographerName: z.string(),
  brand: BrandPaint.nullable().default(null),
  canComment: z.boolean(),
  /** Past its deadline: seen, not changed. */
  isReadOnly: z.boolean(),
  /** The text to lay over the photos, `null` when the watermark is off. */
  watermark: z.string().nullable(),
  /** Opens the gallery for this client, so that approved photos can be bought; `null` once the deadline has passed. */
  galleryGrant: z.string().nullable(),
  galleryGrantExpiresAt: Timestamp.nullable(),
})
export type ClientProofSession = z.infer<typeof ClientProofSession>

const Standing = z.object({ status: ProofSessionStatus, counts: ProofCounts })
const Decided = Standing.extend({
  photos: z.array(PhotoProof.pick({ photoId: true, status: true, clientFeedback: true, updatedAt: true })),
})

const sessionParams = z.object({ proofSessionId: ProofSessionId })
/** 256 random bits; what cannot be a token is answered like a wrong one. */
const tokenParams = z.object({ token: z.string().max(1_000) })
const photoPage = z.object({ cursor: Cursor.optional() })

export const proofing = subject('proofing', 'Clients cannot review photos and photographers cannot ask them to.', {
  create: endpoint({
    method: 'POST',
    path: '/me/proof-sessions',
    access: 'subscriber',
    summary:
      'Asks a client to review a gallery, or favourites of it: every photo starts as pending, the link is sent by email',
    body: CreateProofSession,
    response: z.object({
      session: OwnProofSession,
      link: z.string(),
      /**
       * Why the link was not sent by email: `stopped`, people complained about this photographer's mails; `unsubscribed`, this
       * client had enough of them; `enough`, a day's mails were sent. `null` where it was.
       */
      unsent: z.enum(['stopped', 'unsubscribed', 'enough']).nullable(),
    }),
    errors: [
      'trial_expired',
      'gallery_not_found',
      'gallery_expired',
      'gallery_expires_first',
      'gallery_taken_down',
      'favourites_list_not_found',
      'favourites_gone',
    ],
  }),
  mine: endpoint({
    method: 'GET',
    path: '/me/proof-sessions',
    access: 'photographer',
    summary: 'Own sessions with their counts, newest first',
    query: z.object({
      limit: inAddress(
        z.int().min(1).max(limits.proofing.mostSessionsAtOnce).default(limits.proofing.mostSessionsAtOnce),
      )
        .optional()
        .default(limits.proofing.mostSessionsAtOnce),
      cursor: Cursor.optional(),
    }),
    response: pageOf(OwnProofSession),
    errors: ['invalid_cursor'],
  }),
  getMine: endpoint({
    method: 'GET',
    path: '/me/proof-sessions/{proofSessionId}',
    access: 'photographer',
    summary: 'One own session with what the client said of each photo',
    params: sessionParams,
    query: photoPage,
    response: z.object({ session: OwnProofSession, photos: pageOf(ProofPhoto) }),
    errors: ['proof_session_not_found', 'invalid_cursor'],
  }),
  standing: endpoint({
    method: 'GET',
    path: '/me/proof-sessions/{proofSessionId}/standing',
    access: 'photographer',
    summary: 'How far one own session is, without its photos: `choiceVersion` tells whether any of them has changed',
    params: sessionParams,
    response: OwnProofSession,
    errors: ['proof_session_not_found'],
  }),
  link: endpoint({
    method: 'POST',
    path: '/me/proof-sessions/{proofSessionId}/link',
    access: 'subscriber',
    summary: 'A new private link to a session; earlier links stay valid, since no link is kept in clear',
    params: sessionParams,
    response: z.object({ link: z.string() }),
    errors: [
      'trial_expired',
      'proof_session_not_found',
      'changed_meanwhile',
      'gallery_not_found',
      'gallery_expired',
      'gallery_taken_down',
    ],
  }),
  withdrawLinks: endpoint({
    method: 'POST',
    path: '/me/proof-sessions/{proofSessionId}/withdraw-links',
    access: 'photographer',
    summary: 'Every link made so far is dead at once, with what it opened; the review stays',
    params: sessionParams,
    /** Which links: those of the state that was seen. Asked twice, it withdraws nothing that was made in between. */
    body: z.object({ linkVersion: Version }),
    response: OwnProofSession,
    errors: ['proof_session_not_found'],
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/me/proof-sessions/{proofSessionId}',
    access: 'subscriber',
    summary: 'Changes a session, for example its deadline',
    params: sessionParams,
    body: UpdateProofSession,
    response: OwnProofSession,
    errors: [
      'trial_expired',
      'proof_session_not_found',
      'changed_meanwhile',
      'gallery_not_found',
      'gallery_expired',
      'gallery_expires_first',
      'gallery_taken_down',
    ],
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/me/proof-sessions/{proofSessionId}/reopen',
    access: 'subscriber',
    summary: 'Lets the client change a session that is completed or past its deadline',
    params: sessionParams,
    /** Without one, a deadline that has passed is removed. */
    body: z.object({ deadlineAt: Timestamp.optional() }),
    response: OwnProofSession,
    errors: [
      'trial_expired',
      'proof_session_not_found',
      'changed_meanwhile',
      'gallery_not_found',
      'gallery_expired',
      'gallery_expires_first',
      'gallery_taken_down',
    ],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/me/proof-sessions/{proofSessionId}',
    access: 'photographer',
    summary: 'Deletes a session; its links are dead at once',
    params: sessionParams,
    response: Nothing,
    errors: ['proof_session_not_found'],
  }),
  exportChoice: endpoint({
    method: 'GET',
    path: '/me/proof-sessions/{proofSessionId}/export',
    access: 'photographer',
    summary:
      'All photos of a session with file name, status and feedback, for lists and sidecar files, some thousands at once',
    params: sessionParams,
    /** `marks=taken-out`: says of each photo whether it was taken out, which is looked up. */
    query: photoPage.extend({ marks: z.literal('taken-out').optional() }),
    response: z.object({
      session: OwnProofSession,
      photos: z.array(
        PhotoProof.pick({
          photoId: true,
          fileName: true,
          title: true,
          status: true,
          clientFeedback: true,
          updatedAt: true,
        }).extend({
          /** Its photographer deleted it; absent where that was not asked for. */
          isTakenOut: z.boolean().optional(),
        }),
      ),
      nextCursor: Cursor.optional(),
    }),
    errors: ['proof_session_not_found', 'invalid_cursor'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/proofs/{token}',
    access: 'visitor',
    summary: 'The client’s page: the session and its photos, oldest first',
    params: tokenParams,
    headers: sessionHeader,
    query: photoPage,
    response: z.object({ session: ClientProofSession, photos: pageOf(ProofPhoto) }),
    errors: ['proof_session_not_found', 'invalid_cursor'],
  }),
  decide: endpoint({
    method: 'PUT',
    path: '/proofs/{token}/photos/{photoId}',
    access: 'visitor',
    summary: 'Approve, maybe or reject one photo, with feedback where it is allowed; what was decided later stands',
    params: tokenParams.extend({ photoId: PhotoId }),
    headers: sessionHeader,
    body: z.strictObject({
      status: ProofDecision,
      feedback: Feedback.optional(),
      onlyPending: OnlyPending,
      ageMs: AgeMs.optional(),
    }),
    response: Decided,
    errors: ['proof_session_not_found', 'proof_session_closed', 'comments_not_allowed', 'selection_full'],
  }),
  decideMany: endpoint({
    method: 'PUT',
    path: '/proofs/{token}/photos',
    access: 'visitor',
    summary: 'One decision for several photos, all of them or none, but for those that were decided later',
    params: tokenParams,
    headers: sessionHeader,
    body: z
      .strictObject({
        photoIds: z.array(PhotoId).min(1).max(limits.proofing.decisionsAtOnce),
        status: ProofDecision,
        onlyPending: OnlyPending,
        /** Of each photo, in their order. */
        agesMs: z.array(AgeMs).optional(),
      })
      .refine(({ photoIds, agesMs }) => agesMs === undefined || agesMs.length === photoIds.length, {
        path: ['agesMs'],
        error: 'There must be one age for each photo.',
      }),
    response: Decided,
    errors: ['proof_session_not_found', 'proof_session_closed', 'selection_full'],
  }),
  finish: endpoint({
    method: 'POST',
    path: '/proofs/{token}/finish',
    access: 'visitor',
    summary: 'Completes a session again that was reopened, once nothing is pending',
    params: tokenParams,
    headers: sessionHeader,
    response: Standing,
    errors: ['proof_session_not_found', 'proof_session_closed', 'proof_session_pending'],
  }),
})
