import { createHash } from 'node:crypto'
import { erasedStore } from '#functions/accounts/erased-store.ts'
import { cartReader } from '#functions/checkout/cart.ts'
import { choreStore } from '#functions/chores/chore-store.ts'
import { carryProfile } from '#functions/galleries/carry-profile.ts'
import { favouritesListStore } from '#functions/galleries/favourites-list-store.ts'
import { galleryAccess } from '#functions/galleries/gallery-access.ts'
import { galleryChores } from '#functions/galleries/gallery-chores.ts'
import { expiryChores } from '#functions/galleries/gallery-expiry.ts'
import { galleryStore } from '#functions/galleries/gallery-store.ts'
import { guessNoticeStore } from '#functions/galleries/guess-notice-store.ts'
import { invitationStore } from '#functions/galleries/invitation-store.ts'
import { numberChores } from '#functions/galleries/number-chores.ts'
import { photoStore } from '#functions/galleries/photo-store.ts'
import { tableSearch } from '#functions/galleries/search-galleries.ts'
import { tellOfGuessing } from '#functions/galleries/tell-of-guessing.ts'
import { logoChores } from '#functions/logos/sweep-logos.ts'
import { outboxStore } from '#functions/mail/outbox-store.ts'
import { fetchedStore } from '#functions/orders/fetched-store.ts'
import { forgettingChores } from '#functions/orders/forget-buyer.ts'
import { wholeChores } from '#functions/orders/grow-wholes.ts'
import { growingStore } from '#functions/orders/growing-store.ts'
import { keepingChores } from '#functions/orders/keep-files.ts'
import { linesAheadStore, orderChores } from '#functions/orders/lines-ahead-store.ts'
import { orderFileStore } from '#functions/orders/order-file-store.ts'
import { orderStore } from '#functions/orders/order-store.ts'
import { downloadChores } from '#functions/orders/remind-of-downloads.ts'
import { earningStore } from '#functions/payments/earning-store.ts'
import { salesMailStore } from '#functions/payments/sales-mail-store.ts'
import { salesChores } from '#functions/payments/sales-of-day.ts'
import { pageNameStore } from '#functions/profiles/page-name-store.ts'
import { profileStore } from '#functions/profiles/profile-store.ts'
import { openReviews } from '#functions/proofing/open-review.ts'
import { proofChores } from '#functions/proofing/proof-chores.ts'
import { proofStore } from '#functions/proofing/proof-store.ts'
import { idMaker, type Random } from '#functions/shared/ids/ids.ts'
import type { Log } from '#functions/shared/log/logger.ts'
import type { QueueName } from '#functions/shared/queue/queue.ts'
import { gallerySessions } from '#functions/shared/sessions/gallery-sessions.ts'
import { signer } from '#functions/shared/signing/signer.ts'
import { cursors } from '#functions/shared/table/cursors.ts'
import { throttle } from '#functions/shared/throttle/throttle.ts'
import { trialChores } from '#functions/subscriptions/trial-warning.ts'
import { trialWarningStore } from '#functions/subscriptions/trial-warning-store.ts'
import { contactStore } from '#functions/visitors/contact-store.ts'
import { keptCartStore } from '#functions/visitors/kept-cart-store.ts'
import { leaveAddress } from '#functions/visitors/leave-address.ts'
import { cartChores } from '#functions/visitors/left-carts.ts'
import { mailLinks } from '#functions/visitors/mail-links.ts'
import { mayWrite } from '#functions/visitors/may-write.ts'
import { senderStore } from '#functions/visitors/sender-store.ts'
import { visitListStore } from '#functions/visitors/visit-list-store.ts'
import { visitorChores } from '#functions/visitors/visitor-chores.ts'
import type { UserId } from '#schema/ids.ts'
import { counting } from '#test/support/market/counting.ts'
import { fakeMediaLinks } from '#test/support/media/fake-media-links.ts'
import { fakeStorage } from '#test/support/storage/fake-storage.ts'
import { fakeTable } from '#test/support/table/fake-table.ts'

export const silent: Log = { info: () => {}, warn: () => {}, error: () => {} }

/** Bytes that differ from call to call and are the same in every run. */
export const countedRandom = (seed = 'random'): Random => {
  let call = 0
  return (count) => {
    call += 1
    return createHash('shake256', { outputLength: count }).update(`${seed} ${call}`).digest()
  }
}

type Hook = Parameters<typeof fakeTable>[0]

/** Everything that galleries, profiles and proofing are made of, over one table in memory and a clock that tests set. */
export const marketParts = ({
  startsAt = '2030-01-01T10:00:00.000Z',
  hook,
}: {
  startsAt?: string
  hook?: Hook
} = {}) => {
  const requests: string[] = []
  const table = fakeTable(async (name, detail) => {
    requests.push(name)
    await hook?.(name, detail)
  })
  let time = new Date(startsAt)
  const now = () => time
  const keys = signer(async () => ({ current: 'k'.repeat(43), previous: null }))
  const sent: { queue: QueueName; message: unknown }[] = []
  const queue = { isDown: false }
  const send = async (name: QueueName, messages: readonly unknown[]) => {
    if (queue.isDown) throw new Error('The queue is down.')
    sent.push(...messages.map((message) => ({ queue: name, message })))
  }
  const ids = idMaker(now, countedRandom('ids'))
  const random = countedRandom()
  const siteUrl = () => 'https://darkslide.test'
  const stores = {
    galleries: galleryStore(table),
    photos: photoStore(table, undefined, now),
    profiles: profileStore(table),
    proofs: proofStore(table),
    invitations: invitationStore(table),
    favouritesLists: favouritesListStore(table),
  }
  const contacts = { ...contactStore(table), ...visitListStore(table) }
  const senders = senderStore(table)
  const links = mailLinks(keys, siteUrl)
  const limiter = throttle(table, now)
  const access = galleryAccess({ signer: keys, now, isReviewOpen: openReviews({ ...stores, now }) })
  const carts = keptCartStore(table)
  const readCart = cartReader({ ...stores, access, orders: orderStore(table), now })
  const mayWriteTo = mayWrite({ contacts, senders })
  const files = fakeStorage()
  const counts = counting({ table, send, log: silent, now })
  return {
    table,
    ...stores,
    search: tableSearch(stores.galleries),
    send,
    counts,
    /** Counts what was sent to be counted, and shows it. */
    settleCounts: () => counts.settle(sent),
    erasures: erasedStore(table),
    pageNames: pageNameStore(table),
    chores: choreStore(table),
    steps: {
      ...galleryChores({ ...stores, send, now }),
      ...expiryChores({ ...stores, ids, siteUrl, now }),
      ...numberChores({ ...stores, send, now }),
      ...downloadChores({ orders: orderStore(table), fetched: fetchedStore(table), ids, siteUrl, now }),
      ...salesChores({
        ...stores,
        earnings: earningStore(table),
        salesMails: salesMailStore(table),
        ids,
        siteUrl,
        now,
      }),
      ...visitorChores({ ...stores, contacts, throttle: limiter, ids, siteUrl, now }),
      ...cartChores({
        ...stores,
        carts,
        readCart,
        mayWrite: mayWriteTo,
        mailLinks: links,
        throttle: limiter,
        ids,
        siteUrl,
        now,
      }),
      'carry-profile': carryProfile({ ...stores, now }),
      ...proofChores({ ...stores, mayWrite: mayWriteTo, throttle: limiter, ids, random, siteUrl, now }),
      ...orderChores({ ahead: linesAheadStore(table), now }),
      ...logoChores({ ...stores, storage: files }),
      ...forgettingChores({ orders: orderStore(table) }),
      ...keepingChores({ ...stores, orders: orderStore(table), files: orderFileStore(table) }),
      ...wholeChores({
        ...stores,
        orders: orderStore(table),
        files: orderFileStore(table),
        growing: growingStore(table),
        chores: choreStore(table),
        now,
      }),
      ...trialChores({ ...stores, warnings: trialWarningStore(table), ids, siteUrl, now }),
    },
    tellOfGuessing: tellOfGuessing({ ...stores, guessNotices: guessNoticeStore(table), ids, siteUrl, now }),
    files,
    sessions: gallerySessions({ signer: keys, random, now }),
    signer: keys,
    access,
    carts,
    outbox: outboxStore(table),
    readCart,
    cursors: cursors(keys),
    links: fakeMediaLinks(),
    throttle: limiter,
    contacts,
    senders,
    mailLinks: links,
    mayWrite: mayWriteTo,
    isStopped: async (id: UserId) => (await senders.find(id)).stoppedAt !== null,
    leaveAddress: leaveAddress({
      ...stores,
      contacts,
      senders,
      mailLinks: links,
      throttle: limiter,
      ids,
      siteUrl,
      now,
    }),
    ids,
    random,
    siteUrl,
    log: silent,
    now,
    /** Moves the clock. */
    setTime: (at: string) => {
      time = new Date(at)
    },
    /** What went into queues, and a switch that makes them refuse. */
    sent,
    queue,
    /** The table's requests so far, by name. */
    requests,
  }
}
