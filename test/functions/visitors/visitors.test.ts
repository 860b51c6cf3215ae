import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { doChores } from '#functions/chores/do-chores.ts'
import { getGallery } from '#functions/galleries/get-gallery.ts'
import { listGalleryPhotos } from '#functions/galleries/list-gallery-photos.ts'
import { unlockGallery } from '#functions/galleries/unlock-gallery.ts'
import { updateGallery } from '#functions/galleries/update-gallery.ts'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import { outboxPut } from '#functions/mail/outbox.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { update } from '#functions/shared/table/writes.ts'
import { throttles } from '#functions/shared/throttle/limits.ts'
import { addressHash, contactKeys } from '#functions/visitors/contact-keys.ts'
import { contactStore } from '#functions/visitors/contact-store.ts'
import { listVisitors } from '#functions/visitors/list-visitors.ts'
import {
  confirmAddress,
  forgetAddress,
  mailChoices,
  resubscribe,
  unsubscribe,
} from '#functions/visitors/mail-choices.ts'
import { tellBeforeClosing } from '#functions/visitors/tell-before-closing.ts'
import { visitListStore } from '#functions/visitors/visit-list-store.ts'
import { visitorChores } from '#functions/visitors/visitor-chores.ts'
import { api } from '#schema/api/all.ts'
import type { UpdateGallery } from '#schema/api/galleries.ts'
import { visitorConsent } from '#schema/consent.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import { MailId } from '#schema/ids.ts'
import { aBrand, mailBrand } from '#test/support/builders/brand.ts'
import { aFavouritesList, favouritesListIdOf } from '#test/support/builders/favourites-list.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { aProofSession } from '#test/support/builders/proof.ts'
import { request } from '#test/support/http/request.ts'
import { sessionOf } from '#test/support/http/session.ts'
import { marketParts } from '#test/support/market/market-parts.ts'
import { interruptedTable, noInterruption, type Step } from '#test/support/payments/interrupted.ts'
import { pointsOf, runWithFault } from '#test/support/sim/fault-at.ts'

const owner = userIdOf(1)
const params = { galleryId: galleryIdOf(1) }
const ada = 'ada@example.com'
const consent = visitorConsent.version
const endpoints = api.visitors.endpoints
/** The market's clock begins at 10:00 on 1 January. */
const inTenDays = '2030-01-11T10:00:00.000Z'

type Left = { email?: string; consent?: string | null; accessCode?: string; password?: string }

const setup = async (overrides: Partial<Gallery> = { asksEmail: true }, profile = aProfile()) => {
  const parts = marketParts()
  await parts.profiles.create(profile)
  await parts.galleries.create(aGallery(overrides), { at: new Date(0), owner: profileUnchanged(profile) })
  await parts.photos.create(aPhoto())
  const grantHeader = (grant?: string) => (grant === undefined ? {} : { 'x-gallery-grant': grant })
  const mails = () => parts.table.all().filter(({ PK }) => String(PK).startsWith('OUTBOX#'))
  const tokenOf = (mail: unknown) => {
    const { link } = z.object({ data: z.object({ link: z.string() }) }).parse(mail).data
    return link.slice(link.lastIndexOf('/') + 1)
  }
  const choice = (email = ada, of = [owner]) => parts.signer.sign('mail-choice', { of, address: addressHash(email) })
  const jobs = finishChores(parts)
  return {
    ...parts,
    mails,
    tokenOf,
    choice,
    see: (grant?: string) =>
      getGallery(parts)(request(api.galleries.endpoints.get, { params, headers: grantHeader(grant) })),
    photosSeen: (grant?: string) =>
      listGalleryPhotos(parts)(
        request(api.galleries.endpoints.listPhotos, { params, query: {}, headers: grantHeader(grant) }),
      ),
    unlock: (body: Left, { from = 'somebody', address = '198.51.100.7' } = {}) =>
      unlockGallery(parts)(
        request(api.galleries.endpoints.unlock, {
          params,
          headers: { 'x-gallery-session': sessionOf(from) },
          body,
          address,
        }),
      ),
    tell: (body: { email: string; consent?: string | null }, grant?: string) =>
      tellBeforeClosing({ ...parts, leave: parts.leaveAddress })(
        request(endpoints.tellBeforeClosing, { params, headers: grantHeader(grant), body }),
      ),
    confirm: (token: string) => confirmAddress(parts)(request(endpoints.confirmAddress, { params: { token } })),
    confirmLast: async (email = ada) => {
      const asked = mails().findLast((mail) => mail.template === 'address-confirmation' && mail.to === email)
      return confirmAddress(parts)(request(endpoints.confirmAddress, { params: { token: tokenOf(asked) } }))
    },
    list: (caller = owner, galleryId = galleryIdOf(1)) =>
      listVisitors(parts)(request(endpoints.ofGallery, { params: { galleryId }, query: {}, caller })),
    choices: (token: string) => mailChoices(parts)(request(endpoints.mailChoices, { params: { token } })),
    unsubscribe: (token: string) => unsubscribe(parts)(request(endpoints.unsubscribe, { params: { token } })),
    resubscribe: (token: string) => resubscribe(parts)(request(endpoints.resubscribe, { params: { token } })),
    forget: (token: string) => forgetAddress(parts)(request(endpoints.forget, { params: { token } })),
    change: async (body: Omit<UpdateGallery, 'version'>) => {
      const { version = 0 } = (await parts.galleries.find(galleryIdOf(1))) ?? {}
      return updateGallery(parts)(
        request(api.galleries.endpoints.update, { params, body: { ...body, version }, caller: owner }),
      )
    },
    /** The timed job, once. */
    runJobs: async (at: string) => {
      parts.setTime(at)
      await jobs()
    },
    closingMails: () => mails().filter(({ template }) => template === 'gallery-closing'),
  }
}

describe('a gallery that asks for an email address', () => {
  test('tells strangers nothing else, and no photo', async () => {
    const { see, photosSeen } = await setup()
    expect(await see()).toEqual({ state: 'locked', id: params.galleryId, needs: ['email'] })
    await expect(photosSeen()).rejects.toMatchObject({ code: 'gallery_locked' })
  })

  test('opens to who leaves one, and is listed for its photographer', async () => {
    const { unlock, photosSeen, list } = await setup()
    const { grant } = await unlock({ email: ada })
    expect((await photosSeen(grant)).items).toHaveLength(1)
    expect((await list()).items).toEqual([
      {
        email: ada,
        firstAt: '2030-01-01T10:00:00.000Z',
        lastAt: '2030-01-01T10:00:00.000Z',
        consentAt: null,
        consentVersion: null,
        consentConfirmedAt: null,
        confirmedAt: null,
        unsubscribedAt: null,
        wantsClosing: false,
      },
    ])
  })

  test('opens to nobody without one, and a grant without is worth nothing once it asks', async () => {
    const { unlock, change, photosSeen } = await setup({})
    const { grant } = await unlock({})
    await change({ asksEmail: true })
    await expect(unlock({})).rejects.toMatchObject({ code: 'invalid_request', fields: [{ path: 'email' }] })
    await expect(photosSeen(grant)).rejects.toMatchObject({ code: 'gallery_locked' })
  })

  test('keeps no address of who does not know its code', async () => {
    const { unlock, list } = await setup({ isPublic: false, accessCode: 'MAITEJON', asksEmail: true })
    await expect(unlock({ accessCode: 'WRONG', email: ada })).rejects.toMatchObject({ code: 'invalid_access_code' })
    expect((await list()).items).toEqual([])
    await unlock({ accessCode: 'maite jon', email: ada })
    expect((await list()).items).toMatchObject([{ email: ada }])
  })

  test('is said to be asked for beside a code, to who is in', async () => {
    const { see, unlock } = await setup({ isPublic: false, accessCode: 'MAITEJON', asksEmail: true })
    const { grant } = await unlock({ accessCode: 'MAITEJON', email: ada })
    expect(await see(grant)).toMatchObject({ gallery: { isProtected: true, asksEmail: true } })
  })

  test('is no protection: a private one without a code stays its owner’s alone', async () => {
    const { see, unlock } = await setup({ isPublic: false, asksEmail: true })
    await expect(see()).rejects.toMatchObject({ code: 'gallery_not_found' })
    await expect(unlock({ email: ada })).rejects.toMatchObject({ code: 'gallery_not_found' })
  })

  test('lets 300 people behind one address in, and stops one browser that leaves addresses without end', async () => {
    const { unlock } = await setup()
    for (let n = 0; n < 300; n++) await unlock({ email: `guest-${n}@example.com` }, { from: `guest${n}` })
    const most = throttles.addressesPerSession.limit
    for (let n = 0; n < most; n++) await unlock({ email: `many-${n}@example.com` }, { from: 'flooder' })
    await expect(unlock({ email: ada }, { from: 'flooder' })).rejects.toMatchObject({ code: 'too_many_requests' })
    await unlock({ email: ada }, { from: 'another' })
  })
})

describe('an address that has not confirmed', () => {
  test('is sent nothing where the box was left empty', async () => {
    const { unlock, mails } = await setup()
    await unlock({ email: ada })
    expect(mails()).toEqual([])
  })

  test('is sent one question, however often it is left, with the photographer’s name and a way out', async () => {
    const { unlock, tell, mails } = await setup({ asksEmail: true, expiresAt: inTenDays })
    const { grant } = await unlock({ email: ada, consent })
    await unlock({ email: ada, consent })
    await tell({ email: ada, consent }, grant)
    expect(mails()).toMatchObject([
      {
        template: 'address-confirmation',
        to: ada,
        onBehalfOf: [owner],
        regarding: owner,
        data: { photographerName: 'Iris Calloway', title: 'The Ridge' },
      },
    ])
  })

  test('left by two browsers at the same moment, it is asked once', async () => {
    const { unlock, mails } = await setup()
    await Promise.all(['one', 'two', 'three'].map((from) => unlock({ email: ada, consent }, { from })))
    expect(mails()).toHaveLength(1)
  })

  test('confirms once and for good, and only by a link of ours that is not over', async () => {
    const { unlock, confirm, confirmLast, signer, list, setTime } = await setup()
    await unlock({ email: ada, consent })
    const of = { photographerId: owner, address: addressHash(ada) }
    const forged = `${Buffer.from(JSON.stringify({ ...of, until: 9e9 })).toString('base64url')}.c2lnbmVk`
    for (const token of ['', 'x', forged, await signer.sign('mail-choice', { ...of, until: 9e9 })])
      await expect(confirm(token)).rejects.toMatchObject({ code: 'link_over' })
    expect(await confirmLast()).toEqual({ photographerName: 'Iris Calloway' })
    expect(await confirmLast()).toEqual({ photographerName: 'Iris Calloway' })
    expect((await list()).items).toMatchObject([{ consentVersion: consent, confirmedAt: '2030-01-01T10:00:00.000Z' }])
    setTime('2030-01-08T10:00:00.000Z')
    await expect(confirmLast()).rejects.toMatchObject({ code: 'link_over' })
  })

  test('a consent that somebody gave after the address was confirmed is none until its owner is asked about it', async () => {
    const { unlock, tell, confirmLast, confirm, list, mails, tokenOf, setTime } = await setup({
      asksEmail: true,
      expiresAt: inTenDays,
    })
    const { grant } = await unlock({ email: ada })
    await tell({ email: ada }, grant)
    const first = tokenOf(mails()[0])
    await confirmLast()
    setTime('2030-01-02T10:00:00.000Z')
    // Whoever knows the address, in another browser.
    await unlock({ email: ada, consent }, { from: 'else' })
    await unlock({ email: ada, consent }, { from: 'another' })
    await confirm(first)
    expect((await list()).items).toMatchObject([
      { consentAt: '2030-01-02T10:00:00.000Z', consentConfirmedAt: null, confirmedAt: '2030-01-01T10:00:00.000Z' },
    ])
    expect(mails()).toHaveLength(2)
    setTime('2030-01-03T10:00:00.000Z')
    await confirm(tokenOf(mails().at(-1)))
    expect((await list()).items).toMatchObject([
      { consentAt: '2030-01-02T10:00:00.000Z', consentConfirmedAt: '2030-01-03T10:00:00.000Z' },
    ])
    await unlock({ email: ada, consent }, { from: 'again' })
    expect(mails()).toHaveLength(2)
    expect((await list()).items).toMatchObject([{ consentAt: '2030-01-02T10:00:00.000Z' }])
  })

  test('is asked once more about a consent that the first question did not name', async () => {
    const { unlock, tell, confirm, list, mails, tokenOf } = await setup({ asksEmail: true, expiresAt: inTenDays })
    const { grant } = await unlock({ email: ada })
    await tell({ email: ada }, grant)
    await unlock({ email: ada, consent })
    await unlock({ email: ada, consent })
    await tell({ email: ada, consent }, grant)
    await tell({ email: ada }, grant)
    expect(mails()).toHaveLength(2)
    await confirm(tokenOf(mails()[0]))
    expect((await list()).items).toMatchObject([{ confirmedAt: expect.any(String), consentConfirmedAt: null }])
    await confirm(tokenOf(mails()[1]))
    expect((await list()).items).toMatchObject([{ consentConfirmedAt: '2030-01-01T10:00:00.000Z' }])
  })

  test('what an earlier release wrote: consent before the address was confirmed is confirmed, later consent is not', async () => {
    const { unlock, confirmLast, table, list } = await setup()
    await unlock({ email: ada, consent })
    await confirmLast()
    const key = contactKeys.contact({ photographerId: owner, address: addressHash(ada) })
    await table.write(update(key, { remove: ['consentConfirmedAt'], when: 'present' }))
    expect((await list()).items).toMatchObject([{ consentConfirmedAt: '2030-01-01T10:00:00.000Z' }])
    const later = { version: consent, at: '2030-01-02T10:00:00.000Z' }
    await table.write(update(key, { set: { consent: later }, when: 'present' }))
    expect((await list()).items).toMatchObject([{ consentConfirmedAt: null }])
  })

  test('is asked again only once the link of the first mail is over', async () => {
    const { unlock, mails, setTime } = await setup()
    await unlock({ email: ada, consent })
    setTime('2030-01-08T09:59:59.000Z')
    await unlock({ email: ada, consent })
    expect(mails()).toHaveLength(1)
    setTime('2030-01-08T10:00:00.000Z')
    await unlock({ email: ada, consent })
    expect(mails()).toHaveLength(2)
  })

  test('is asked so often a day, whatever photographers it is left with, and is let in all the same', async () => {
    const { unlock, mails } = await setup()
    const most = throttles.confirmationsPerMailbox.limit
    for (let n = 0; n < most + 3; n++) await unlock({ email: `ada+${n}@example.com`, consent }, { from: `v${n}` })
    expect(mails()).toHaveLength(most)
  })

  test('is asked anew about other words, and what was confirmed before stays until then', async () => {
    const { unlock, confirmLast, table, list, mails, setTime } = await setup()
    await unlock({ email: ada, consent })
    await confirmLast()
    const earlier = { version: '2025-01', at: '2030-01-01T10:00:00.000Z' }
    const key = contactKeys.contact({ photographerId: owner, address: addressHash(ada) })
    await table.write(update(key, { set: { consent: earlier, askedAbout: earlier.version }, when: 'present' }))
    setTime('2030-01-02T10:00:00.000Z')
    await unlock({ email: ada, consent })
    await unlock({ email: ada, consent })
    expect(mails()).toHaveLength(2)
    expect((await list()).items).toMatchObject([
      { consentVersion: '2025-01', consentConfirmedAt: '2030-01-01T10:00:00.000Z' },
    ])
    await confirmLast()
    expect((await list()).items).toMatchObject([
      { consentVersion: consent, consentConfirmedAt: '2030-01-02T10:00:00.000Z' },
    ])
  })

  test('consent to other words is refused', async () => {
    const { unlock } = await setup()
    await expect(async () => unlock({ email: ada, consent: '2020-01' })).rejects.toThrow(visitorConsent.stale)
  })
})

describe('“Tell me before it closes”', () => {
  const open = { expiresAt: inTenDays }

  test('is for galleries that close later than tomorrow', async () => {
    const { tell, setTime } = await setup({ expiresAt: '2030-01-02T10:00:00.000Z' })
    await expect(tell({ email: ada })).rejects.toMatchObject({ code: 'gallery_stays_open' })
    setTime('2030-01-01T09:59:59.000Z')
    await tell({ email: ada })
    const { tell: never } = await setup({})
    await expect(never({ email: ada })).rejects.toMatchObject({ code: 'gallery_stays_open' })
  })

  test('needs the gallery to be open to who asks', async () => {
    const { tell } = await setup({ ...open, asksEmail: true })
    await expect(tell({ email: ada })).rejects.toMatchObject({ code: 'gallery_locked' })
  })

  test('promises no mail to whom only a review lets into what its owner has for themselves, and sends none', async () => {
    const { tell, change, photosSeen, access, galleries, proofs, runJobs, mails } = await setup({
      ...open,
      isPublic: false,
    })
    const review = aProofSession()
    await proofs.create(review, [], [])
    const openReview = async () => {
      const gallery = await galleries.find(galleryIdOf(1))
      return gallery && (await access.grantForReview(gallery, review)).grant
    }
    const grant = await openReview()
    expect((await photosSeen(grant)).items).toHaveLength(1)
    await expect(tell({ email: ada }, grant)).rejects.toMatchObject({ code: 'gallery_stays_open' })
    await runJobs('2030-01-04T10:00:01.000Z')
    expect(mails()).toEqual([])
    // Its link leads there once visitors may know something.
    await change({ accessCode: 'after-dark-2030' })
    await tell({ email: ada }, await openReview())
    expect(mails()).toMatchObject([{ template: 'address-confirmation', to: ada }])
  })

  test('brings one mail seven days and one a day before, to who confirmed and nobody else', async () => {
    const { tell, confirmLast, runJobs, closingMails } = await setup(open)
    await tell({ email: ada })
    await tell({ email: 'unsure@example.com' })
    await confirmLast()
    await runJobs('2030-01-04T09:59:59.000Z')
    expect(closingMails()).toEqual([])
    for (const at of ['2030-01-04T10:00:01.000Z', '2030-01-04T10:10:00.000Z', '2030-01-05T10:00:00.000Z'])
      await runJobs(at)
    expect(closingMails()).toMatchObject([
      { to: ada, onBehalfOf: [owner], data: { photographerName: 'Iris Calloway', expiresAt: inTenDays } },
    ])
    for (const at of ['2030-01-10T10:00:01.000Z', '2030-01-10T10:10:00.000Z', '2030-01-11T09:00:00.000Z'])
      await runJobs(at)
    expect(closingMails().map(({ to }) => to)).toEqual([ada, ada])
  })

  test('a job that broke off, or ran twice, tells nobody twice and goes on', async () => {
    const { tell, steps, chores, confirmLast, setTime, closingMails, now, log } = await setup(open)
    const all = Array.from({ length: 5 }, (_, n) => `guest-${n}@example.com`)
    for (const email of all) {
      await tell({ email })
      await confirmLast(email)
    }
    setTime('2030-01-04T10:00:01.000Z')
    let calls = 0
    const stopping = () => {
      calls += 1
      if (calls === 3) throw new Error('The function ended here.')
    }
    await expect(steps['tell-week-before-closing'](galleryIdOf(1), stopping)).rejects.toThrow()
    expect(closingMails()).toHaveLength(2)
    const chore = { kind: 'tell-week-before-closing', subject: galleryIdOf(1), dueAt: now().toISOString() } as const
    const again = doChores({ chores, log, now }, steps)
    await Promise.all([again([chore]), again([chore])])
    expect(
      closingMails()
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(all)
  })

  test('a later date is told of anew, an earlier one at its own time, and none not at all', async () => {
    const { tell, confirmLast, change, runJobs, closingMails } = await setup(open)
    await tell({ email: ada })
    await confirmLast()
    await runJobs('2030-01-04T10:00:01.000Z')
    await change({ expiresAt: '2030-01-31T10:00:00.000Z' })
    await runJobs('2030-01-10T10:00:01.000Z')
    expect(closingMails()).toHaveLength(1)
    await runJobs('2030-01-24T10:00:01.000Z')
    expect(closingMails()).toHaveLength(2)
    await change({ expiresAt: null })
    await runJobs('2030-01-30T10:00:01.000Z')
    expect(closingMails()).toHaveLength(2)
  })

  test('of a gallery that its owner has for themselves is told to nobody, and again once it is shown', async () => {
    const { tell, confirmLast, change, runJobs, closingMails } = await setup(open)
    await tell({ email: ada })
    await confirmLast()
    await change({ isPublic: false })
    await runJobs('2030-01-04T10:00:01.000Z')
    expect(closingMails()).toEqual([])
    await change({ isPublic: true })
    await runJobs('2030-01-10T10:00:01.000Z')
    expect(closingMails()).toMatchObject([{ to: ada }])
  })

  test.each([
    ['closed to all', { isPublic: false }, []],
    ['given a code', { accessCode: 'after-dark-2030' }, [ada]],
  ] as const)('of a gallery that is %s just then is told to who may still open it', async (_, edit, told) => {
    const parts = await setup(open)
    await parts.tell({ email: ada })
    await parts.confirmLast()
    let isEdited = false
    const contacts: typeof parts.contacts = {
      ...parts.contacts,
      transact: async (writes) => {
        if (!isEdited) await parts.change(edit)
        isEdited = true
        return parts.contacts.transact(writes)
      },
    }
    parts.setTime('2030-01-04T10:00:01.000Z')
    await visitorChores({ ...parts, contacts })['tell-week-before-closing'](galleryIdOf(1))
    expect(parts.closingMails().map(({ to }) => to)).toEqual(told)
  })
})

test('the question to an address and the mails before a gallery closes show the photographer’s logo', async () => {
  const { mails, tell, confirmLast, runJobs } = await setup({ expiresAt: inTenDays }, aProfile({ brand: aBrand() }))
  await tell({ email: ada })
  await confirmLast()
  await runJobs('2030-01-04T10:00:01.000Z')
  const shown = mails().map(({ template, data }) => ({ template, data }))
  for (const template of ['address-confirmation', 'gallery-closing'])
    expect(shown).toContainEqual({ template, data: expect.objectContaining(mailBrand) })
})

describe('an unsubscription', () => {
  test('is one click, once or ten times, and by a link of ours alone', async () => {
    const { unlock, unsubscribe, choices, choice, signer, list } = await setup()
    await unlock({ email: ada, consent })
    const token = await choice()
    expect(await choices(token)).toEqual({ photographerNames: ['Iris Calloway'], isSubscribed: true })
    await Promise.all(Array.from({ length: 10 }, () => unsubscribe(token)))
    expect(await choices(token)).toMatchObject({ isSubscribed: false })
    expect((await list()).items).toMatchObject([{ unsubscribedAt: '2030-01-01T10:00:00.000Z' }])
    const fact = { of: [owner], address: addressHash(ada) }
    const forged = `${Buffer.from(JSON.stringify(fact)).toString('base64url')}.Zm9yZ2Vk`
    for (const wrong of ['', forged, `${token}x`, await signer.sign('confirm-address', fact)])
      await expect(unsubscribe(wrong)).rejects.toMatchObject({ code: 'link_over' })
  })

  test('is of that photographer and address, and nobody else’s', async () => {
    const { choice, unsubscribe, mayWrite } = await setup()
    await unsubscribe(await choice())
    expect(await mayWrite(owner, ada)).toBe(false)
    expect(await mayWrite(userIdOf(2), ada)).toBe(true)
    expect(await mayWrite(owner, 'another@example.com')).toBe(true)
  })

  test('ends what was asked for before, and no new question follows whoever types the address', async () => {
    const { tell, confirmLast, choice, unsubscribe, runJobs, mails, closingMails } = await setup({
      expiresAt: inTenDays,
    })
    await tell({ email: ada })
    await confirmLast()
    await unsubscribe(await choice())
    await tell({ email: ada, consent })
    await runJobs('2030-01-04T10:00:01.000Z')
    expect(closingMails()).toEqual([])
    expect(mails()).toHaveLength(1)
    await expect(confirmLast()).rejects.toMatchObject({ code: 'link_over' })
  })

  test('can be taken back by its link', async () => {
    const { choice, unsubscribe, resubscribe, mayWrite } = await setup()
    await unsubscribe(await choice())
    await resubscribe(await choice())
    expect(await mayWrite(owner, ada)).toBe(true)
  })

  test('with the wish to be forgotten leaves a hash, and the list without the address', async () => {
    const { unlock, choice, forget, list, mayWrite, table, mails } = await setup()
    await unlock({ email: ada })
    await forget(await choice())
    await forget(await choice())
    expect((await list()).items).toEqual([])
    expect(await mayWrite(owner, ada)).toBe(false)
    expect(mails()).toEqual([])
    expect(JSON.stringify(table.all())).not.toContain(ada)
  })
})

test('who has an address deleted leaves no favourites and no mail with that photographer, and nothing of anybody else goes', async () => {
  const { choice, forget, favouritesLists, galleries, outbox, table, setTime } = await setup()
  await galleries.create(aGallery({ id: galleryIdOf(2), photographerId: userIdOf(2), slug: 'other' }), {
    at: new Date(0),
    owner: profileUnchanged(aProfile()),
  })
  const gallery = await galleries.find(galleryIdOf(1))
  const other = await galleries.find(galleryIdOf(2))
  if (!gallery || !other) throw new Error('There are two.')
  const send = (to: typeof gallery, n: number, email: string) =>
    favouritesLists.add(to, {
      list: aFavouritesList({ id: favouritesListIdOf(n), galleryId: to.id, photographerId: to.photographerId, email }),
      sender: `sender ${n}`,
      alongside: [],
    })
  await send(gallery, 1, ada)
  await send(gallery, 2, 'ben@example.com')
  await send(other, 3, ada)
  const data = {
    photographerName: 'Iris',
    title: 'T',
    galleryTitle: 'G',
    description: '',
    deadlineAt: null,
    link: 'https://darkslide.test',
  }
  for (const [n, to, regarding] of [
    [1, ada, owner],
    [2, 'ben@example.com', owner],
    [3, ada, userIdOf(2)],
  ] as const) {
    const id = MailId.parse(`mai_${String(n).padStart(26, '0')}`)
    await table.write(outboxPut({ id, template: 'proof-invitation', to, regarding, at: new Date(0), data }))
    const mail = await outbox.claim({ id }, 'claim', new Date(1))
    if (mail) await outbox.setAside(mail, 'claim', new Date(1))
  }
  setTime('2030-01-02T10:00:00.000Z')
  await forget(await choice())
  await forget(await choice())
  const left = table.all().filter(({ PK, SK }) => PK === 'OUTBOX#ASIDE' || String(SK).startsWith('SENT#'))
  expect(left.map(({ to, email, regarding, photographerId }) => [to ?? email, regarding ?? photographerId])).toEqual(
    expect.arrayContaining([
      ['ben@example.com', owner],
      [ada, userIdOf(2)],
      ['ben@example.com', owner],
      [ada, userIdOf(2)],
    ]),
  )
  expect(left).toHaveLength(4)
})

describe('the list of visitors', () => {
  test('is shown to the gallery’s photographer alone', async () => {
    const { unlock, list, profiles } = await setup()
    await unlock({ email: ada })
    await profiles.create(aProfile({ userId: userIdOf(2) }))
    await expect(list(userIdOf(2))).rejects.toMatchObject({ code: 'gallery_not_found' })
  })

  test('has the same person once, with when they came first and last', async () => {
    const { unlock, list, setTime } = await setup()
    await unlock({ email: ada, consent })
    setTime('2030-01-02T10:00:00.000Z')
    await unlock({ email: ada })
    expect((await list()).items).toMatchObject([
      { firstAt: '2030-01-01T10:00:00.000Z', lastAt: '2030-01-02T10:00:00.000Z', consentVersion: consent },
    ])
  })

  test('goes with its gallery, and with it who was in no other; who unsubscribed stays so', async () => {
    const { unlock, choice, unsubscribe, steps, table, mayWrite } = await setup()
    await unlock({ email: ada })
    await unlock({ email: 'enough@example.com' })
    await unsubscribe(await choice('enough@example.com'))
    await steps['clear-visitors'](galleryIdOf(1))
    await steps['clear-visitors'](galleryIdOf(1))
    expect(JSON.stringify(table.all())).not.toMatch(/ada@|enough@/)
    expect(await mayWrite(owner, 'enough@example.com')).toBe(false)
    expect(table.all().filter(({ PK }) => String(PK).startsWith('CONTACT#'))).toHaveLength(1)
  })

  test('keeps nothing of an address once its gallery is gone, wherever the job breaks off', async () => {
    const begun = async () => {
      const parts = await setup()
      await parts.unlock({ email: ada })
      const clear = (step: Step) => {
        const table = interruptedTable(parts.table, step)
        const contacts = { ...contactStore(table), ...visitListStore(table) }
        return visitorChores({ ...parts, contacts })['clear-visitors'](galleryIdOf(1))
      }
      return { ...parts, clear }
    }
    const points = await pointsOf((await begun()).clear)
    expect(points).toBeGreaterThanOrEqual(6)
    for (let point = 0; point < points; point++) {
      for (const fault of ['crash', 'lost'] as const) {
        const { clear, table } = await begun()
        await runWithFault({ point, fault }, clear)
        await clear(noInterruption)
        expect([point, fault, table.all().filter(({ PK }) => String(PK).startsWith('CONTACT#'))]).toEqual([
          point,
          fault,
          [],
        ])
      }
    }
  })

  test('keeps nothing of who was in two galleries that go at once, and all of who was in a third', async () => {
    const { unlock, galleries, leaveAddress, steps, table } = await setup()
    const others = [galleryIdOf(2), galleryIdOf(3)].map((id) => aGallery({ id }))
    for (const each of others) await galleries.create(each, { at: new Date(0), owner: profileUnchanged(aProfile()) })
    for (const email of [ada, 'third@example.com']) {
      await unlock({ email })
      for (const each of email === ada ? others.slice(0, 1) : others) await leaveAddress(each, { email, consent: null })
    }
    await Promise.all([galleryIdOf(1), galleryIdOf(2)].map((id) => steps['clear-visitors'](id)))
    const left = table.all().filter(({ PK }) => String(PK).startsWith('CONTACT#'))
    expect(left.map(({ SK, email }) => [SK, email])).toEqual([
      ['CONTACT', 'third@example.com'],
      [`VISIT#${galleryIdOf(3)}`, 'third@example.com'],
    ])
  })
})
