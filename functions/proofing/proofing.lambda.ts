import { liveChores } from '#functions/chores/live.ts'
import { liveGalleryAccess } from '#functions/galleries/live.ts'
import { liveGate } from '#functions/profiles/live.ts'
import { serve } from '#functions/shared/http/serve.ts'
import { liveCursors, liveSessions } from '#functions/shared/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { liveMediaLinks } from '#functions/shared/media-links/media-links.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { liveWriting } from '#functions/visitors/live-writing.ts'
import { proofing } from '#schema/api/proofing.ts'
import { createProofSession } from './create-proof-session.ts'
import { decideProof, decideProofs } from './decide-proofs.ts'
import { exportChoice } from './export-choice.ts'
import { finishProofSession } from './finish-proof-session.ts'
import { getMyProofSession } from './get-my-proof-session.ts'
import { getProofSession } from './get-proof-session.ts'
import { getProofStanding } from './get-proof-standing.ts'
import { listMyProofSessions } from './list-my-proof-sessions.ts'
import { liveProofSteps, liveProofs, liveReviews } from './live.ts'
import { makeProofLink } from './make-proof-link.ts'
import { removeProofSession } from './remove-proof-session.ts'
import { reopenProofSession } from './reopen-proof-session.ts'
import { updateProofSession } from './update-proof-session.ts'
import { withdrawProofLinks } from './withdraw-links.ts'

const liveParts = () => ({
  ...liveProofs(),
  chores: liveChores(),
  steps: liveProofSteps(),
  access: liveGalleryAccess(liveReviews()),
  cursors: liveCursors(),
  links: liveMediaLinks(),
  sessions: liveSessions(),
  throttle: liveThrottle(),
  log: systemLog('proofing'),
})

export const handler = serve(
  proofing,
  () => {
    const parts = liveParts()
    return {
      create: createProofSession({ ...parts, ...liveWriting() }),
      mine: listMyProofSessions(parts),
      getMine: getMyProofSession(parts),
      standing: getProofStanding(parts),
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
