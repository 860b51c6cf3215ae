import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { galleryKeys } from '#functions/galleries/gallery-keys.ts'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import { orderStore } from '#functions/orders/order-store.ts'
import { orderPuts } from '#functions/orders/order-writes.ts'
import { profileUnchanged } from '#functions/profiles/owner-copy.ts'
import { update } from '#functions/shared/table/writes.ts'
import { throttles } from '#functions/shared/throttle/limits.ts'
import { addressHash } from '#functions/visitors/contact-keys.ts'
import { keepCart } from '#functions/visitors/keep-cart.ts'
import { dropBoughtCart, openKeptCart } from '#functions/visitors/left-carts.ts'
import { forgetAddress, unsubscribe } from '#functions/visitors/mail-choices.ts'
import { api } from '#schema/api/all.ts'
import { cartConsent } from '#schema/consent.ts'
import type { Gallery } from '#schema/entities/gallery.ts'
import type { OrderItem } from '#schema/entities/order.ts'
import { GalleryId, PhotoId, type UserId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import { aBrand, mailBrand } from '#test/support/builders/brand.ts'
import { aGallery } from '#test/support/builders/gallery.ts'
import { galleryIdOf, orderIdOf, photoIdOf, userIdOf } from '#test/support/builders/ids.ts'
import { anOrder, anOrderItem } from '#test/support/builders/order.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { aProfile } from '#test/support/builders/profile.ts'
import { request } from '#test/support/http/request.ts'
import { sessionOf } from '#test/support/http/session.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const endpoints = api.visitors.endpoints
const ada = 'ada@example.com'
const owner = userIdOf(1)
const second = userIdOf(2)
/** The market's clock begins at 10:00 on 1 January. */
const nextDay = '2030-01-02T10:00:01.000Z'

type Wish = {
  email?: string
  consent?: string | null
  photoIds?: readonly string[]
  galleryIds?: readonly string[]
  grants?: string[]
  from?: string
  caller?: UserId
  address?: string
}

const setup = async (overrides: Partial<Gallery> = {}, profile = aProfile()) => {
  const parts = marketParts()
  const addGallery = async (n: number, profile: ReturnType<typeof aProfile>, more: Partial<Gallery> = {}) => {
    await parts.profiles.create(profile)
    await parts.galleries.create(
      aGallery({ id: galleryIdOf(n), photographerId: profile.userId, title: `Gallery ${n}`, ...more }),
      { at: new Date(0), owner: profileUnchanged(profile) },
    )
    await parts.photos.create(
      aPhoto({ id: photoIdOf(n), galleryId: galleryIdOf(n), photographerId: profile.userId, pricePence: pence(1_500) }),
    )
  }
  await addGallery(1, profile, overrides)
  const jobs = finishChores(parts)
  const mails = () => parts.table.all().filter(({ PK }) => String(PK).startsWith('OUTBOX#'))
  const tokenOf = (mail: unknown) => {
    const { link } = z.object({ data: z.object({ link: z.string() }) }).parse(mail).data
    return new URL(link).searchParams.get('kept') ?? ''
  }
  const drop = dropBoughtCart({ carts: parts.carts, orders: orderStore(parts.table) })
  return {
    ...parts,
    mails,
    tokenOf,
    addSecond: () => addGallery(2, aProfile({ userId: second, email: 'second@example.com', subdomain: null })),
    keep: ({
      email = ada,
      consent = cartConsent.version,
      photoIds = [photoIdOf(1)],
      galleryIds = [],
      grants = [],
      from = 'somebody',
      caller,
      address = '198.51.100.7',
    }: Wish = {}) =>
      keepCart(parts)(
        request(endpoints.keepCart, {
          headers: { 'x-gallery-session': sessionOf(from) },
          body: {
            email,
            consent,
            items: photoIds.map((photoId) => ({ photoId: PhotoId.parse(photoId) })),
            galleryIds: galleryIds.map((id) => GalleryId.parse(id)),
            grants,
          },
          address,
          caller,
        }),
      ),
    open: (token: string) => openKeptCart(parts)(request(endpoints.keptCart, { params: { token } })),
    /** The timed job, once. */
    runJobs: async (at: string) => {
      parts.setTime(at)
      await jobs()
    },
    /** An order of the address, paid, as the sender of mails hears of it. */
    buy: async (item: Partial<OrderItem> = {}, customerEmail = ada) => {
      const order = anOrder({ status: 'completed', sessionId: 'cs_1', customerEmail })
      await orderStore(parts.table).transact(orderPuts(order, [anOrderItem(item)]))
      await drop(orderIdOf(1))
      await drop(orderIdOf(1))
    },
    choice: (of = [owner], email = ada) => parts.signer.sign('mail-choice', { of, address: addressHash(email) }),
  }
}

describe('who asked to be reminded of a cart', () => {
  test('is, once, a day after it last changed, however often the job comes to it', async () => {
    const { keep, runJobs, mails, setTime } = await setup()
    await keep()
    setTime('2030-01-01T20:00:00.000Z')
    await keep()
    await runJobs(nextDay)
    expect(mails()).toEqual([])
    await runJobs('2030-01-02T20:00:01.000Z')
    await keep()
    await runJobs('2030-01-04T20:00:01.000Z')
    expect(mails()).toMatchObject([
      {
        template: 'cart-left',
        to: ada,
        onBehalfOf: [owner],
        data: { titles: ['Gallery 1'], photos: 1, wholes: 0, until: '2030-01-15T20:00:00.000Z' },
      },
    ])
  })

  test('sees the logo of the photographer whose photos it holds, and of several none', async () => {
    const { keep, runJobs, mails, addSecond } = await setup({}, aProfile({ brand: aBrand() }))
    await addSecond()
    await keep()
    await keep({ email: 'bea@example.com', photoIds: [photoIdOf(1), photoIdOf(2)] })
    await runJobs(nextDay)
    const brandOf = (email: string) => mails().find(({ to }) => to === email)?.data
    expect(brandOf(ada)).toMatchObject(mailBrand)
    expect(brandOf('bea@example.com')).toMatchObject({ accent: null, logo: null })
  })

  test('finds the cart again by its link, until the link is over', async () => {
    const { keep, runJobs, mails, tokenOf, open, setTime } = await setup()
    await keep()
    await runJobs(nextDay)
    const token = tokenOf(mails()[0])
    expect(await open(token)).toEqual({
      items: [
        {
          photoId: photoIdOf(1),
          size: 'original',
          title: aPhoto().title,
          galleryId: galleryIdOf(1),
          galleryTitle: 'Gallery 1',
          photographerName: aGallery().photographerName,
          pricePence: 1_500,
        },
      ],
      galleries: [],
    })
    setTime('2030-01-15T10:00:00.000Z')
    await expect(open(token)).rejects.toMatchObject({ code: 'link_over' })
  })

  test('may be told of another cart when this one is forgotten', async () => {
    const { keep, runJobs, mails } = await setup()
    await keep()
    await runJobs('2030-01-02T10:00:01.000Z')
    await runJobs('2030-01-15T10:00:01.000Z')
    await keep()
    await runJobs('2030-01-16T10:00:02.000Z')
    expect(mails()).toHaveLength(2)
  })

  test('keeps a whole gallery too', async () => {
    const { keep, runJobs, mails, tokenOf, open } = await setup({ wholePence: pence(5_000), photoCount: 3 })
    await keep({ photoIds: [], galleryIds: [galleryIdOf(1)] })
    await runJobs(nextDay)
    expect(mails()).toMatchObject([{ data: { photos: 0, wholes: 1 } }])
    const { galleries } = await open(tokenOf(mails()[0]))
    expect(galleries).toMatchObject([{ galleryId: galleryIdOf(1), pricePence: 5_000 }])
  })

  test('of a private gallery, opens it first: the link says no title of a photo', async () => {
    const { keep, runJobs, mails, tokenOf, open, access, galleries } = await setup({
      isPublic: false,
      accessCode: 'HARBOUR',
    })
    await keep()
    await runJobs(nextDay)
    expect(mails()).toEqual([])
    const gallery = await galleries.find(galleryIdOf(1))
    if (!gallery) throw new Error('There is no gallery.')
    const { grant } = await access.grant(gallery, 'visitor')
    await keep({ grants: [grant] })
    await runJobs('2030-01-03T10:00:02.000Z')
    const { items } = await open(tokenOf(mails()[0]))
    expect(items).toMatchObject([{ title: 'Photo', galleryTitle: 'Gallery 1', pricePence: 1_500 }])
  })

  test('of a gallery that is locked again, also when another photo was taken out since', async () => {
    const { keep, runJobs, mails, tokenOf, open, access, galleries, photos, setTime } = await setup({ isPublic: false })
    await photos.create(aPhoto({ id: photoIdOf(3), pricePence: pence(1_500) }))
    const gallery = await galleries.find(galleryIdOf(1))
    if (!gallery) throw new Error('There is no gallery.')
    const { grant } = await access.grant(gallery, 'visitor')
    await keep({ photoIds: [photoIdOf(1), photoIdOf(3)], grants: [grant] })
    setTime('2030-01-01T23:00:00.000Z')
    await keep({ photoIds: [photoIdOf(3)], grants: [grant] })
    await runJobs('2030-01-02T23:00:01.000Z')
    expect(mails()).toMatchObject([{ data: { photos: 1 } }])
    const { items } = await open(tokenOf(mails()[0]))
    expect(items).toMatchObject([{ photoId: photoIdOf(3), pricePence: 1_500 }])
  })
})

describe('nobody is reminded', () => {
  test('without the tick, or after taking it back in the same browser', async () => {
    const { keep, runJobs, mails } = await setup()
    await keep({ consent: null })
    await keep()
    await keep({ consent: null })
    await runJobs(nextDay)
    expect(mails()).toEqual([])
  })

  test('who has taken out the last photo', async () => {
    const { keep, runJobs, mails } = await setup()
    await keep()
    await keep({ photoIds: [] })
    await runJobs(nextDay)
    expect(mails()).toEqual([])
  })

  test('whose cart has left only what is locked, and was never kept', async () => {
    const { keep, runJobs, mails, addSecond, access, galleries, setTime } = await setup({ isPublic: false })
    await addSecond()
    const gallery = await galleries.find(galleryIdOf(1))
    if (!gallery) throw new Error('There is no gallery.')
    const { grant } = await access.grant(gallery, 'visitor')
    await keep({ photoIds: [photoIdOf(2)] })
    setTime('2030-01-01T23:00:00.000Z')
    await keep({ photoIds: [photoIdOf(1)], grants: [grant] })
    await runJobs('2030-01-02T23:00:01.000Z')
    expect(mails()).toEqual([])
  })

  test('but a wish for other photos that is taken back leaves this one', async () => {
    const { keep, runJobs, mails, addSecond } = await setup()
    await addSecond()
    await keep({ photoIds: [photoIdOf(2)] })
    await keep({ consent: null, photoIds: [photoIdOf(1)], galleryIds: [galleryIdOf(1)] })
    await runJobs(nextDay)
    expect(mails()).toHaveLength(1)
  })

  test.each([
    ['photo', { photoIds: [photoIdOf(1)] }],
    ['whole gallery', { photoIds: [], galleryIds: [galleryIdOf(1)] }],
  ])('of a %s of which the wish is taken back', async (_of, wish) => {
    const { keep, runJobs, mails } = await setup({ wholePence: pence(5_000), photoCount: 3 })
    await keep({ photoIds: [photoIdOf(1)], galleryIds: [galleryIdOf(1)] })
    await keep({ consent: null, ...wish })
    await runJobs(nextDay)
    expect(mails()).toEqual([])
  })

  test('but another browser changes nothing in it', async () => {
    const { keep, runJobs, mails, addSecond } = await setup()
    await addSecond()
    await keep()
    await keep({ photoIds: [photoIdOf(2)], from: 'else' })
    await runJobs(nextDay)
    expect(mails()).toMatchObject([{ data: { titles: ['Gallery 1'], photos: 1 } }])
  })

  test('who signs in meanwhile and takes it back in that browser', async () => {
    const { keep, runJobs, mails } = await setup()
    await keep()
    await keep({ consent: null, caller: second })
    await runJobs(nextDay)
    expect(mails()).toEqual([])
  })

  test('who takes it back while another tab keeps the cart anew', async () => {
    const { keep, table, runJobs, mails } = await setup()
    await keep()
    const { write } = table
    let keepsAnew = true
    vi.spyOn(table, 'write').mockImplementation(async (each) => {
      if (each.kind === 'delete' && keepsAnew) {
        keepsAnew = false
        await keep()
      }
      return write(each)
    })
    await keep({ consent: null })
    expect(keepsAnew).toBe(false)
    await runJobs(nextDay)
    expect(mails()).toEqual([])
  })

  test('who has nothing left in the cart but what they cannot buy', async () => {
    const { keep, runJobs, mails } = await setup()
    await keep()
    await keep({ photoIds: [photoIdOf(77)] })
    await runJobs(nextDay)
    expect(mails()).toEqual([])
  })

  test('but another browser takes nothing back', async () => {
    const { keep, runJobs, mails } = await setup()
    await keep()
    await keep({ consent: null, from: 'else' })
    await runJobs(nextDay)
    expect(mails()).toHaveLength(1)
  })

  test.each([
    ['this photo was bought', {}],
    ['the whole gallery was', { kind: 'gallery' as const, photoId: photoIdOf(77), fileCount: 3 }],
  ])('when %s by that address', async (_, item) => {
    const { keep, runJobs, mails, buy, addSecond } = await setup()
    await addSecond()
    await keep({ photoIds: [photoIdOf(1), photoIdOf(2)] })
    await buy(item)
    await runJobs(nextDay)
    expect(mails()).toEqual([])
  })

  test.each([
    ['something else was bought', { photoId: photoIdOf(77) }, ada],
    ['somebody else bought it', {}, 'bea@example.com'],
  ] as const)('but they are when %s', async (_, item, email) => {
    const { keep, runJobs, mails, buy } = await setup()
    await keep()
    await buy(item, email)
    await runJobs(nextDay)
    expect(mails()).toHaveLength(1)
  })

  test('of what is not for sale any more', async () => {
    const { keep, runJobs, mails, table } = await setup()
    await keep()
    await table.write(update(galleryKeys.gallery(galleryIdOf(1)), { set: { ownerState: 'closed' }, when: 'always' }))
    await runJobs(nextDay)
    expect(mails()).toEqual([])
  })

  test('in the name of a photographer they unsubscribed from, or whose mails are stopped', async () => {
    const { keep, runJobs, mails, addSecond, choice, senders, now, ...parts } = await setup()
    await addSecond()
    await keep({ photoIds: [photoIdOf(1), photoIdOf(2)] })
    await unsubscribe({ ...parts, now })(request(endpoints.unsubscribe, { params: { token: await choice() } }))
    await runJobs(nextDay)
    expect(mails()).toMatchObject([{ onBehalfOf: [second], data: { titles: ['Gallery 2'], photos: 1 } }])
    await keep({ email: 'bea@example.com', photoIds: [photoIdOf(2)] })
    await senders.complain({ photographerId: second, address: addressHash('carl@example.com') }, now())
    await senders.stop(second, now(), [])
    await runJobs('2030-01-04T10:00:02.000Z')
    expect(mails()).toHaveLength(1)
  })

  test('whose address was forgotten', async () => {
    const { keep, runJobs, mails, choice, table, ...parts } = await setup()
    await keep()
    await forgetAddress(parts)(request(endpoints.forget, { params: { token: await choice() } }))
    expect(JSON.stringify(table.all())).not.toContain(ada)
    await runJobs(nextDay)
    expect(mails()).toEqual([])
  })
})

describe('what strangers cannot do', () => {
  test('keep what they could not buy', async () => {
    const { keep, table } = await setup({ isPublic: false, accessCode: 'HARBOUR' })
    await keep({ photoIds: [photoIdOf(1), photoIdOf(404)], grants: ['forged.grant'] })
    expect(table.all().filter(({ PK }) => String(PK).startsWith('KEPTCART#'))).toEqual([])
  })

  test('open a cart by a forged link, or one of another kind', async () => {
    const { keep, open, choice, signer } = await setup()
    await keep()
    const other = await signer.sign('confirm-address', { address: addressHash(ada), until: 9_999_999_999 })
    for (const token of ['', 'a.b', await choice(), other]) {
      await expect(open(token)).rejects.toMatchObject({ code: 'link_over' })
    }
  })

  test('have a mailbox told of many carts, under whatever spelling', async () => {
    const { keep, runJobs, mails } = await setup()
    for (let n = 0; n < 8; n++) await keep({ email: `ada+${n}@example.com`, from: `browser${n}` })
    await runJobs(nextDay)
    expect(mails()).toHaveLength(throttles.cartMailsPerMailbox.limit)
  })

  test('have one browser name address after address', async () => {
    const { keep } = await setup()
    for (let n = 0; n < throttles.addressesPerSession.limit; n++) await keep({ email: `a${n}@example.com` })
    await expect(keep({ email: 'one-more@example.com' })).rejects.toMatchObject({ code: 'too_many_requests' })
    await keep({ email: 'a1@example.com' })
  })

  test('keep three hundred people behind one address from asking', async () => {
    const { keep, table } = await setup()
    for (let n = 0; n < 300; n++) await keep({ email: `guest${n}@example.com`, from: `guest${n}` })
    expect(table.all().filter(({ PK }) => String(PK).startsWith('KEPTCART#'))).toHaveLength(300)
  })

  test('nor without a session of ours', async () => {
    const parts = await setup()
    const asked = request(endpoints.keepCart, {
      headers: { 'x-gallery-session': 'anon_1_forged.1.forged' },
      body: { email: ada, consent: cartConsent.version },
    })
    await expect(keepCart(parts)(asked)).rejects.toMatchObject({ code: 'session_needed' })
  })
})

test('words that have changed are agreed to by nobody', () => {
  const body = endpoints.keepCart.body.safeParse({ email: ada, consent: '2020-01' })
  expect(body.error?.issues[0]?.message).toBe(cartConsent.stale)
})
