import { liveProfiles } from '#functions/profiles/live.ts'
import { liveIds } from '#functions/shared/live.ts'
import { setting } from '#functions/shared/settings/settings.ts'
import { liveTable } from '#functions/shared/table/table.ts'
import { liveThrottle } from '#functions/shared/throttle/throttle.ts'
import { systemClock } from '#functions/shared/time/clock.ts'
import { type LeaveAddress, leaveAddress } from './leave-address.ts'
import { liveContacts, liveMailLinks, liveSenders } from './live-writing.ts'
import { visitListStore } from './visit-list-store.ts'

/** Addresses, and who left them where. */
export const liveVisits = () => ({ ...liveContacts(), ...visitListStore(liveTable()) })

export const liveLeaveAddress = (): LeaveAddress =>
  leaveAddress({
    contacts: liveContacts(),
    senders: liveSenders(),
    profiles: liveProfiles(),
    mailLinks: liveMailLinks(),
    throttle: liveThrottle(),
    ids: liveIds(),
    siteUrl: () => setting('SITE_URL'),
    now: systemClock,
  })
