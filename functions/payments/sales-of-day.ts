import { type Chore, chorePut } from '#functions/chores/chore-writes.ts'
import type { ChoreSteps } from '#functions/chores/do-chores.ts'
import { isWanted } from '#functions/mail/mail-preferences.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { IdMaker } from '#functions/shared/ids/ids.ts'
import { eachPage } from '#functions/shared/table/pages.ts'
import { withTrace } from '#functions/shared/table/traces.ts'
import type { Item, Put } from '#functions/shared/table/writes.ts'
import { afterHours, type Clock, stamp } from '#functions/shared/time/clock.ts'
import type { Earning } from '#schema/entities/earning.ts'
import { UserId } from '#schema/ids.ts'
import { sumPence } from '#schema/money.ts'
import { addresses } from '#schema/paths.ts'
import type { EarningStore } from './earning-store.ts'
import type { SalesMailStore } from './sales-mail-store.ts'

/** Made when it is first asked for: it costs milliseconds. */
let london: Intl.DateTimeFormat | undefined
/** The day on which somebody in London would say that it was. */
const londonDay = (at: string): string => {
  london ??= new Intl.DateTimeFormat('en-CA', { dateStyle: 'short', timeZone: 'Europe/London' })
  return london.format(new Date(at))
}

/** In the morning after, by when every sale of the day has left the outbox. */
const hoursAfterMidnight = 30

const choreOf = ({ sellerId, paidAt }: Pick<Earning, 'sellerId' | 'paidAt'>, now: Date): Chore => {
  const day = londonDay(paidAt)
  const morning = afterHours(new Date(`${day}T00:00:00.000Z`), hoursAfterMidnight)
  return { kind: 'sum-up-sales', subject: `${sellerId}/${day}`, dueAt: stamp(morning > now ? morning : now) }
}

/** In place of the mail of one sale: the summary of its day, once, however many sales there are. */
export const summaryPut = (share: Pick<Earning, 'sellerId' | 'paidAt'>, now: Date): Put =>
  withTrace(chorePut(choreOf(share, now)), share.sellerId)

type Parts = {
  earnings: Pick<EarningStore, 'listOfSeller'>
  profiles: Pick<ProfileStore, 'find'>
  salesMails: SalesMailStore
  ids: Pick<IdMaker, 'mail'>
  siteUrl: () => string
  now: Clock
}

/** Sums up a photographer's sales of one day. */
export const salesChores = (parts: Parts): ChoreSteps<'sum-up-sales'> => ({
  'sum-up-sales': async (subject, mayGoOn = () => {}) => {
    const { profiles, salesMails, ids, siteUrl, now } = parts
    const [id = '', day = ''] = subject.split('/')
    const profile = await profiles.find(UserId.parse(id))
    if (!isWanted('sales-of-day', profile)) return
    const sold = await soldOn(parts, { seller: profile.userId, day }, mayGoOn)
    if (sold.length === 0) return
    const mail = outboxPut({
      id: ids.mail(),
      template: 'sales-of-day',
      to: profile.email,
      at: now(),
      data: {
        name: profile.displayName,
        day,
        orders: sold.length,
        photos: sold.reduce((sum, { photos, morePhotos }) => sum + photos.length + morePhotos, 0),
        grossPence: sumPence(sold.map(({ grossPence }) => grossPence)),
        feePence: sumPence(sold.map(({ feePence }) => feePence)),
        sharePence: sumPence(sold.map(({ amountPence }) => amountPence)),
        balanceUrl: siteUrl() + addresses.dashboardTab('balance'),
      },
    })
    await salesMails.tellOnce(subject, mail, now())
  },
})

const soldOn = async (
  { earnings }: Parts,
  { seller, day }: { seller: UserId; day: string },
  mayGoOn: () => void,
): Promise<Earning[]> => {
  // London is an hour ahead of UTC at most.
  const midnight = new Date(`${day}T00:00:00.000Z`)
  const span = { from: stamp(afterHours(midnight, -1)), until: stamp(afterHours(midnight, 24)) }
  const sold: Earning[] = []
  for await (const page of eachPage((after: Item | undefined) => earnings.listOfSeller(seller, { ...span, after }))) {
    mayGoOn()
    sold.push(...page.earnings.filter(({ paidAt, amountPence }) => amountPence > 0 && londonDay(paidAt) === day))
  }
  return sold
}
