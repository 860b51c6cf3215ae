import { choreStore } from '#functions/chores/chore-store.ts'
import { galleryAccess } from '#functions/galleries/gallery-access.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { liveGate } from '#functions/profiles/live.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { idMaker, systemRandom } from '#functions/shared/ids/ids.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveMediaLinks } from '#functions/shared/media-links/media-links.ts'
import { gallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveSigner } from '#functions/shared/signing/signer.ts'
import { cursors } from '#functions/shared/table/cursors.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { proofing } from '#schema/api/proofing.ts'
import { createProofSession } from './create-proof-session.ts'
import { decideProof, decideProofs } from './decide-proofs.ts'
import { exportChoice } from './export-choice.ts'
import { finishProofSession } from './finish-proof-session.ts'
import { getMyProofSession } from './get-my-proof-session.ts'
import { getProofSession } from './get-proof-session.ts'
import { listMyProofSessions } from './list-my-proof-sessions.ts'
import { makeProofLink } from './make-proof-link.ts'
import { openReviews } from './open-review.ts'
import { proofChores } from './proof-chores.ts'
import { proofStore } from './proof-store.ts'
import { removeProofSession } from './remove-proof-session.ts'
import { reopenProofSession } from './reopen-proof-session.ts'
import { updateProofSession } from './update-proof-session.ts'
import { withdrawProofLinks } from './withdraw-links.ts'

const liveParts = () => {
  const table = liveTable()
  const now = systemClock
  const signer = liveSigner()
  const common = {
    proofs: proofStore(table),
    photos: photoStore(table),
    galleries: galleryStore(table),
    profiles: profileStore(table),
    ids: idMaker(now, systemRandom),
    random: systemRandom,
    siteUrl: () => setting('SITE_URL'),
    now,
  }
  return {
    ...common,
    chores: choreStore(table),
    steps: proofChores(common),
    access: galleryAccess({ signer, now, isReviewOpen: openReviews(common) }),
    cursors: cursors(signer),
    links: liveMediaLinks(),
    sessions: gallerySessions({ signer, random: systemRandom, now }),
    throttle: liveThrottle(),
    log: systemLog('proofing'),
  }
}

export const handler = serve(
  proofing,
  () => {
    const parts = liveParts()
    return {
      create: createProofSession(parts),
      mine: listMyProofSessions(parts),
      getMine: getMyProofSession(parts),
      link: makeProofLink(parts),
      withdrawLinks: withdrawProofLinks(parts),
      update: updateProofSession(parts),
      reopen: reopenProofSession(parts),
      remove: removeProofSession(parts),
      exportChoice: exportChoice(parts),
      get: getProofSession(parts),
      decide: decideProof(parts),
      decideMany: decideProofs(parts),
      finish: finishProofSession(parts),
    }
  },
  { gate: liveGate },
)
