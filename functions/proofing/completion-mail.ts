import { isWanted } from '#functions/mail/mail-preferences.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import type { Write } from '#functions/shared/table/writes.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { ProofSession } from '#schema/entities/proof.ts'
import { addresses } from '#schema/paths.ts'

type Parts = { profiles: ProfileStore; ids: IdMaker; siteUrl: () => string; now: Clock }

/**
 * Tells the photographer of a review that is complete, if they want to be told: for the transaction that completes it.
 * @param session As it will be then.
 */
export const completionMail = async (
  { profiles, ids, siteUrl, now }: Parts,
  session: ProofSession,
): Promise<Write[]> => {
  const profile = await profiles.find(session.photographerId)
  if (!isWanted('proof-completed', profile)) return []
  return [
    outboxPut({
      id: ids.mail(),
      template: 'proof-completed',
      to: profile.email,
      at: now(),
      data: {
        name: profile.displayName,
        title: session.title,
        galleryTitle: session.galleryTitle,
        approved: session.approvedCount,
        maybe: session.maybeCount,
        rejected: session.rejectedCount,
        selectionTarget: session.selectionTarget,
        dashboardUrl: siteUrl() + addresses.proofSession(session.id),
      },
    }),
  ]
}
