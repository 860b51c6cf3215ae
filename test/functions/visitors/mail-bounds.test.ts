import { describe, expect, test } from 'vitest'
import { DueLater } from '#functions/chores/do-chores.ts'
import { sendToClient } from '#functions/galleries/send-to-client.ts'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { type ThrottleName, throttles } from '#functions/shared/throttle/limits.ts'
import { afterHours } from '#functions/shared/time/clock.ts'
import { addressHash } from '#functions/visitors/contact-keys.ts'
import { keptCartPut } from '#functions/visitors/kept-cart-store.ts'
import { api } from '#schema/api/all.ts'
import { cartConsent, visitorConsent } from '#schema/consent.ts'
import type { Profile } from '#schema/entities/profile.ts'
import { IdempotencyKey } from '#schema/ids.ts'
import { limits } from '#schema/limits.ts'
import { pence } from '#schema/money.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const ada = 'ada@example.com'
const subscribed = { subscription: 'active', paidUntil: '2031-01-01T00:00:00.000Z' } as const
const inTenDays = '2030-01-11T10:00:00.000Z'

/** Photographers 1 to `count`, each with a gallery and a photo of the same number. */
const setup = async (profile: Partial<Profile> | ((n: number) => Partial<Profile>) = {}, count = 1) => {
  const profileOf = typeof profile === 'function' ? profile : () => profile
  const parts = marketParts()
  for (let n = 1; n <= count; n++) {
    const own = aProfile({ userId: userIdOf(n), email: `owner${n}@example.com`, subdomain: null, ...profileOf(n) })
    await parts.profiles.create(own)
    await parts.galleries.create(
      aGallery({ id: galleryIdOf(n), photographerId: own.userId, title: `Gallery ${n}`, expiresAt: inTenDays }),
      { at: new Date(0), owner: profileUnchanged(own) },
    )
    await parts.photos.create(
      aPhoto({ id: photoIdOf(n), galleryId: galleryIdOf(n), photographerId: own.userId, pricePence: pence(1_500) }),
    )
  }
  const galleryOf = async (n: number) => {
    const gallery = await parts.galleries.find(galleryIdOf(n))
    if (!gallery) throw new Error('There is no gallery.')
    return gallery
  }
  const mails = (template?: string) =>
    parts.table
      .all()
      .filter(({ PK }) => String(PK).startsWith('OUTBOX#'))
      .filter((mail) => template === undefined || mail.template === template)
  /** A cart of the photos of these photographers, told of a day later. */
  const leaveCart = async (email: string, owners: readonly number[] = [1]) => {
    const address = addressHash(email)
    const items = owners.map((n) => ({
      photoId: photoIdOf(n),
      galleryId: galleryIdOf(n),
      size: 'original' as const,
      pricePence: pence(1_500),
    }))
    const at = parts.now().toISOString()
    await parts.table.transact([
      keptCartPut(undefined, {
        ...{ address, email, subject: email, items, galleries: [], grants: [], remindedAt: null, version: 0 },
        consent: { version: cartConsent.version, at },
        expiresAt: afterHours(parts.now(), 24 * limits.visitors.cartKeptDays).toISOString(),
      }),
    ])
    await parts.chores.put({
      kind: 'remind-of-cart',
      subject: address,
      dueAt: afterHours(parts.now(), 24).toISOString(),
    })
  }
  let attempts = 0
  const left = (name: ThrottleName, subject: string) => async () => {
    let free = 0
    while (
      await parts.throttle.count(name, subject).then(
        () => true,
        () => false,
      )
    )
      free += 1
    return free
  }
  return {
    ...parts,
    mails,
    /** Sends so many mails to ada as a day allows, and says how many were left to send. */
    fillMailbox: left('mailsPerMailbox', ada),
    leftOfCarts: (n: number) => left('cartMailsPerTrial', userIdOf(n))(),
    ask: async (email: string, n = 1) =>
      parts.leaveAddress(await galleryOf(n), { email, consent: visitorConsent.version, wantsClosing: true }),
    leave: leaveCart,
    /** The same, told of at once. */
    remind: async (email: string, owners: readonly number[] = [1]) => {
      await leaveCart(email, owners)
      await parts.steps['remind-of-cart'](addressHash(email)).catch((error: unknown) => {
        if (!(error instanceof DueLater)) throw error
      })
    },
    invite: (email: string, n = 1) => {
      attempts += 1
      return sendToClient(parts)(
        request(api.galleries.endpoints.sendToClient, {
          params: { galleryId: galleryIdOf(n) },
          headers: { 'idempotency-key': IdempotencyKey.parse(`attempt-${String(attempts).padStart(12, '0')}`) },
          body: { email },
          caller: userIdOf(n),
        }),
      )
    },
  }
}

test('the bounds of a day, by what a photographer pays', () => {
  const limitOf = (name: keyof typeof throttles) => [throttles[name].limit, throttles[name].windowSeconds / 86_400]
  expect(limitOf('mailsPerMailbox')).toEqual([20, 1])
  expect([limitOf('confirmationsPerTrial'), limitOf('confirmationsPerSubscriber')]).toEqual([
    [100, 1],
    [3_000, 1],
  ])
  expect([limitOf('cartMailsPerTrial'), limitOf('cartMailsPerSubscriber')]).toEqual([
    [30, 1],
    [300, 1],
  ])
  // What strangers cause without an account keeps no invitation away.
  const ofStrangers = throttles.confirmationsPerMailbox.limit + throttles.cartMailsPerMailbox.limit
  expect(ofStrangers).toBeLessThan(throttles.mailsPerMailbox.limit / 2)
  expect(limitOf('trialMailsPerMailbox')).toEqual([8, 1])
  const cheap = ofStrangers + throttles.trialMailsPerMailbox.limit
  expect(throttles.mailsPerMailbox.limit - cheap).toBeGreaterThanOrEqual(throttles.mailsPerMailbox.limit / 5)
})

describe('in one photographer’s name', () => {
  test.each([
    ['in the trial', {}, 'confirmationsPerTrial'],
    ['with a subscription', subscribed, 'confirmationsPerSubscriber'],
  ] as const)(
    '%s so many addresses are asked a day, and whoever leaves one is let in all the same',
    async (_, profile, name) => {
      const { ask, mails, contacts, setTime } = await setup(profile)
      const most = throttles[name].limit
      for (let n = 0; n < most + 2; n++) await ask(`guest${n}@example.com`)
      expect(mails()).toHaveLength(most)
      const last = { photographerId: userIdOf(1), address: addressHash(`guest${most + 1}@example.com`) }
      expect(await contacts.find(last)).toMatchObject({ askedAt: null })
      setTime('2030-01-02T00:00:00.000Z')
      await ask(`guest${most + 1}@example.com`)
      expect(mails()).toHaveLength(most + 1)
    },
  )

  test.each([
    ['in the trial', {}, 'cartMailsPerTrial'],
    ['with a subscription', subscribed, 'cartMailsPerSubscriber'],
  ] as const)('%s so many carts are told of a day', async (_, profile, name) => {
    const { remind, mails } = await setup(profile)
    const most = throttles[name].limit
    for (let n = 0; n < most + 2; n++) await remind(`buyer${n}@example.com`)
    expect(mails('cart-left')).toHaveLength(most)
  })

  test('a cart of several is told of without who had enough, and uses the bound of each that it names', async () => {
    const { remind, mails } = await setup({}, 2)
    for (let n = 0; n < throttles.cartMailsPerTrial.limit; n++) await remind(`buyer${n}@example.com`)
    await remind(ada, [1, 2])
    expect(mails().find(({ to }) => to === ada)).toMatchObject({
      onBehalfOf: [userIdOf(2)],
      data: { photographerNames: [aProfile().displayName], titles: ['Gallery 2'], photos: 1 },
    })
    for (let n = 0; n < throttles.cartMailsPerTrial.limit; n++) await remind(`other${n}@example.com`, [2, 1])
    expect(mails()).toHaveLength(2 * throttles.cartMailsPerTrial.limit)
  })
})

describe('one mailbox', () => {
  test('is sent so many a day, of every kind, in every name, under every spelling', async () => {
    const { ask, remind, invite, mails, setTime } = await setup(subscribed, 3)
    const most = throttles.mailsPerMailbox.limit
    for (let n = 0; n < 4; n++) await ask(`ada+q${n}@example.com`, (n % 3) + 1)
    for (let n = 0; n < 3; n++) await remind(`ada+c${n}@example.com`, [(n % 3) + 1])
    for (let n = 0; n < most - 7; n++) await invite(`ada+i${n}@example.com`, (n % 3) + 1)
    expect(mails()).toHaveLength(most)
    await ask('ada+q@example.com')
    await remind('ada+c@example.com')
    await expect(invite(ada)).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { why: throttles.mailsPerMailbox.why },
    })
    expect(mails()).toHaveLength(most)
    await invite('somebody@example.com')
    setTime('2030-01-02T00:00:00.000Z')
    await invite(ada)
    expect(mails()).toHaveLength(most + 2)
  })

  test.each([
    ['in the trial', {}, 'mailsToOneMailboxPerTrial'],
    ['with a subscription', subscribed, 'mailsToOneMailboxPerSubscriber'],
  ] as const)('is not filled by one photographer %s, under whatever spelling', async (_, profile, name) => {
    const { invite, mails } = await setup(profile, 2)
    const most = throttles[name].limit
    expect(most).toBeLessThanOrEqual(throttles.mailsPerMailbox.limit / 2)
    for (let n = 0; n < most; n++) await invite(`ada+${n}@example.com`)
    for (let n = 0; n < throttles.mailsPerMailbox.limit; n++)
      await expect(invite(ada)).rejects.toMatchObject({
        code: 'too_many_requests',
        details: { why: throttles[name].why },
      })
    await invite('somebody@example.com')
    await invite(ada, 2)
    expect(mails()).toHaveLength(most + 2)
  })

  test('is not used up by invitations that the photographer’s own bound refuses', async () => {
    const { invite, mails } = await setup({}, 2)
    for (let n = 0; n < throttles.invitationsPerTrial.limit; n++) await invite(`client${n}@example.com`)
    for (let n = 0; n < throttles.mailsPerMailbox.limit + 1; n++)
      await expect(invite(ada)).rejects.toMatchObject({ details: { why: throttles.invitationsPerTrial.why } })
    await invite(ada, 2)
    expect(mails().filter(({ to }) => to === ada)).toHaveLength(1)
  })

  test('that confirmed is not told of gallery after gallery on one day, and of the others on the next', async () => {
    const { ask, contacts, galleries, mails, setTime, ...parts } = await setup(subscribed)
    const own = aProfile({ userId: userIdOf(1), email: 'owner1@example.com', subdomain: null, ...subscribed })
    await ask(ada)
    await contacts.confirm({ photographerId: userIdOf(1), address: addressHash(ada) }, '2030-01-01T10:00:00.000Z')
    const most = throttles.mailsPerMailbox.limit
    for (let n = 2; n <= most + 5; n++) {
      await galleries.create(
        aGallery({ id: galleryIdOf(n), photographerId: own.userId, title: `Gallery ${n}`, expiresAt: inTenDays }),
        { at: new Date(0), owner: profileUnchanged(own) },
      )
      await ask(ada, n)
    }
    setTime('2030-01-04T10:00:01.000Z')
    for (let n = 1; n <= most + 5; n++) {
      const of = { kind: 'tell-week-before-closing', subject: galleryIdOf(n) } as const
      await parts.chores.put({ ...of, dueAt: '2030-01-04T10:00:00.000Z' })
    }
    const run = finishChores(parts)
    expect(await run()).toMatchObject({ unfinished: 5, left: 0 })
    expect(mails('gallery-closing')).toHaveLength(most)
    expect(await run()).toMatchObject({ done: 0, unfinished: 0 })
    setTime('2030-01-04T23:59:59.000Z')
    expect(await run()).toMatchObject({ done: 0, unfinished: 0 })
    setTime('2030-01-05T00:00:02.000Z')
    expect(await run()).toMatchObject({ done: 5, unfinished: 0, left: 0 })
    expect(mails('gallery-closing')).toHaveLength(most + 5)
    expect(new Set(mails('gallery-closing').map(({ data }) => JSON.stringify(data))).size).toBe(most + 5)
  })
})

describe('a mailbox that is full', () => {
  test('is told of a cart on the next day, once, and the day of its photographer keeps its room meanwhile', async () => {
    const { leave, fillMailbox, leftOfCarts, mails, setTime, ...parts } = await setup()
    const run = finishChores(parts)
    await leave(ada)
    setTime('2030-01-02T10:00:01.000Z')
    await fillMailbox()
    expect(await run()).toMatchObject({ done: 0, unfinished: 1, left: 0 })
    expect(await run()).toMatchObject({ done: 0, unfinished: 0, left: 0 })
    expect(mails()).toEqual([])
    expect(await leftOfCarts(1)).toBe(throttles.cartMailsPerTrial.limit)
    setTime('2030-01-03T00:00:01.000Z')
    expect(await run()).toMatchObject({ done: 1, unfinished: 0 })
    setTime('2030-01-04T00:00:01.000Z')
    await run()
    expect(mails()).toMatchObject([{ template: 'cart-left', to: ada }])
  })

  test('is not told of a cart more than three days late', async () => {
    const { leave, fillMailbox, mails, setTime, ...parts } = await setup()
    const run = finishChores(parts)
    await leave(ada)
    for (const day of ['02', '03', '04', '05']) {
      setTime(`2030-01-${day}T10:00:00.000Z`)
      await fillMailbox()
      expect(await run()).toMatchObject({ unfinished: 1 })
    }
    setTime('2030-01-06T00:00:01.000Z')
    expect(await run()).toMatchObject({ done: 1, unfinished: 0 })
    expect(mails()).toEqual([])
  })

  test('a cart that was changed while it was told of takes no room', async () => {
    const { leave, carts, mails, steps, setTime, fillMailbox, leftOfCarts } = await setup()
    await leave(ada)
    setTime('2030-01-02T10:00:01.000Z')
    const { transact } = carts
    carts.transact = async () => ({ ok: false, failures: [{ before: undefined }, undefined] })
    await steps['remind-of-cart'](addressHash(ada))
    carts.transact = transact
    expect(mails()).toEqual([])
    expect(await fillMailbox()).toBe(throttles.mailsPerMailbox.limit)
    expect(await leftOfCarts(1)).toBe(throttles.cartMailsPerTrial.limit)
  })

  test('nor does one whose photographers had enough', async () => {
    const { remind, leftOfCarts, fillMailbox, mails } = await setup()
    await leftOfCarts(1)
    await remind(ada)
    expect(mails()).toEqual([])
    expect(await fillMailbox()).toBe(throttles.mailsPerMailbox.limit)
  })
})

describe('trials, however many', () => {
  const sixTrials = (n: number) => (n <= 6 ? {} : subscribed)
  const most = throttles.trialMailsPerMailbox.limit

  test('fill a part of a mailbox’s day, and subscribers write on', async () => {
    const { invite, ask, remind, mails, setTime } = await setup(sixTrials, 8)
    let sent = 0
    for (let n = 1; n <= 6; n++)
      for (let k = 0; k < throttles.mailsToOneMailboxPerTrial.limit; k++)
        sent += await invite(`ada+${k}@example.com`, n).then(
          () => 1,
          () => 0,
        )
    expect(sent).toBe(most)
    await expect(invite(ada, 6)).rejects.toMatchObject({ details: { why: throttles.trialMailsPerMailbox.why } })
    // What strangers cause as well, in whose gallery they ever do, and then a subscriber.
    for (let k = 0; k < 3; k++) await ask(`ada+q${k}@example.com`, 2)
    for (let k = 0; k < 5; k++) await ask(`ada+s${k}@example.com`, 7)
    expect(mails()).toHaveLength(most + throttles.confirmationsPerMailbox.limit)
    for (let k = 0; k < throttles.cartMailsPerMailbox.limit; k++) await remind(`ada+t${k}@example.com`, [1 + k])
    const before = mails().length
    expect(before).toBeLessThan(throttles.mailsPerMailbox.limit)
    await invite(ada, 8)
    expect(mails()).toHaveLength(before + 1)
    setTime('2030-01-02T00:00:00.000Z')
    await invite(ada, 6)
  })

  test('write on, whatever strangers cause in their galleries', async () => {
    const { ask, remind, invite, mails } = await setup({}, 3)
    for (let k = 0; k <= throttles.confirmationsPerMailbox.limit; k++) await ask(`ada+q${k}@example.com`, 1)
    for (let k = 0; k < throttles.cartMailsPerMailbox.limit; k++) await remind(`ada+t${k}@example.com`, [2])
    const ofStrangers = throttles.confirmationsPerMailbox.limit + throttles.cartMailsPerMailbox.limit
    expect(mails()).toHaveLength(ofStrangers)
    for (let k = 0; k < most; k++) await invite(`ada+${k}@example.com`, 1 + (k % 3))
    await expect(invite(ada)).rejects.toMatchObject({ details: { why: throttles.trialMailsPerMailbox.why } })
    expect(mails()).toHaveLength(ofStrangers + most)
  })

  test('tell no mailbox of gallery after gallery that closes beyond it', async () => {
    const { ask, contacts, mails, throttle, steps, setTime } = await setup()
    await ask(ada)
    await contacts.confirm({ photographerId: userIdOf(1), address: addressHash(ada) }, '2030-01-01T10:00:00.000Z')
    setTime('2030-01-04T10:00:01.000Z')
    for (let n = 0; n < most; n++) await throttle.count('trialMailsPerMailbox', ada)
    await expect(steps['tell-week-before-closing'](galleryIdOf(1))).rejects.toBeInstanceOf(DueLater)
    expect(mails('gallery-closing')).toEqual([])
    setTime('2030-01-05T00:00:00.000Z')
    await steps['tell-week-before-closing'](galleryIdOf(1))
    expect(mails('gallery-closing')).toHaveLength(1)
  })
})
