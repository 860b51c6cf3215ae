import { liveProfiles } from '#functions/profiles/live.ts'
import { liveIds } from '#functions/shared/live.ts'
import { systemLog } from '#functions/shared/log/logger.ts'
import { consume } from '#functions/shared/queue/consume.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { ComplaintNotice } from '#schema/events/complaint.ts'
import { heedComplaint } from './heed-complaints.ts'
import { liveContacts, liveSenders } from './live-writing.ts'

export const handler = consume(
  ComplaintNotice,
  () =>
    heedComplaint({
      contacts: liveContacts(),
      senders: liveSenders(),
      profiles: liveProfiles(),
      ids: liveIds(),
      siteUrl: () => setting('SITE_URL'),
      now: systemClock,
    }),
  systemLog('heed-complaints'),
)
