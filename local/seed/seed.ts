import type { ApiClient } from '#local/api-client/api-client.ts'
import { apiClient } from '#local/api-client/api-client.ts'
import { api } from '#schema/api/all.ts'
import type { GalleryId, PhotoId, SetId } from '#schema/ids.ts'
import { pence } from '#schema/money.ts'
import { demoPassword, photographers, type SeedGallery, type SeedPhotographer } from './market.ts'
import { grantOf, makeCode, offerSales, offersOf } from './offers.ts'
import { type People, people } from './people.ts'
import { credits, type Prints, prints } from './prints.ts'
import { sales } from './sales.ts'
import { hourMs, type Market, type SeedTarget, type Step, sessionOf, visitorsOf } from './seeding.ts'
import { confirmAddress, leaveAddresses } from './visitors.ts'

const monthMs = 30.44 * 86_400_000

/**
 * Creates a year of demo data through the application's own API: photographers sign up, upload and sell, each at their
 * time. The clock moves from step to step and the scheduled jobs run on the way, so that balances, payouts and
 * analytics are the product's own results.
 */
export const seedMarket = async (target: SeedTarget, today: Date): Promise<void> => {
  const monthsBack = (months: number) => new Date(today.getTime() - months * monthMs)
  const market: Market = { target, today, anyone: apiClient(target.url), stock: [] }
  const accounts = people(target.identity, target.readMail)

  const steps: Step[] = photographers.flatMap((person) => {
    return [
      { at: monthsBack(person.monthsAgo), run: () => open(market, accounts, person) },
      ...person.galleries.map((gallery) => ({
        at: monthsBack(gallery.monthsAgo),
        run: async () => hang(market, await signedIn(market, accounts, person), gallery),
      })),
      ...person.galleries.flatMap(({ isExpired, monthsAgo }) =>
        isExpired
          ? {
              at: new Date(monthsBack(monthsAgo).getTime() + hourMs),
              run: () => confirmAddress(market.anyone, target.readMail),
            }
          : [],
      ),
    ]
  })
  steps.push(...sales(market, monthsBack), ...offerSales(market, monthsBack))
  // Money that stays at Stripe for more than 75 days would rightly raise an alarm.
  for (let months = 11; months > 0; months--) steps.push({ at: monthsBack(months), run: target.withdraw })

  for (const step of steps.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    await target.moveTo(step.at)
    await step.run()
  }
  await target.moveTo(today)
  await target.settle()
  accounts.close()
}

/** For each gallery anew: a token is good for 15 minutes of the machine's time, and a busy one takes longer for the year. */
const signedIn = async ({ anyone }: Market, accounts: People, { email }: SeedPhotographer): Promise<ApiClient> =>
  anyone.as(await accounts.signIn({ email, password: demoPassword }))

const open = async (market: Market, accounts: People, person: SeedPhotographer): Promise<void> => {
  const { target, today } = market
  const { name, email, pageName, bio, website } = person
  target.say(`${name} signs up`)
  await accounts.signUp({ name, email, password: demoPassword })
  const own = await signedIn(market, accounts, person)
  const profile = await own.call(api.profiles.endpoints.me, {})
  await own.call(api.profiles.endpoints.update, { body: { version: profile.version, bio, websiteUrl: website } })
  await own.call(api.profiles.endpoints.savePageName, { body: { name: pageName } })
  if (person.isComplimentary) await target.extendAccess(profile.userId, new Date(today.getTime() + 12 * monthMs))
  if (person.hasPayoutAccount) {
    const { url } = await own.call(api.payouts.endpoints.setUpAccount, {})
    await target.completeOnboarding(url)
    await target.settle()
  }
}

/** Creates a gallery, uploads its photos and sets what its settings say. */
const hang = async (market: Market, own: ApiClient, gallery: SeedGallery): Promise<void> => {
  const { target, stock } = market
  target.say(`“${gallery.title}” is hung`)
  const isPublic = gallery.isPublic ?? true
  const created = await own.call(api.galleries.endpoints.create, {
    body: {
      title: gallery.title,
      description: gallery.description,
      pricePence: pence(gallery.pounds * 100),
      isPublic,
      accessCode: gallery.accessCode ?? null,
      clientEmail: gallery.clientEmail ?? null,
    },
  })
  const settings = {
    ...(gallery.watermark !== undefined && { watermarkEnabled: true, watermarkText: gallery.watermark }),
    ...(gallery.downloadLimit !== undefined && { downloadLimit: gallery.downloadLimit }),
    ...(gallery.password !== undefined && { password: gallery.password }),
    ...offersOf(gallery),
    // Runners look for their photos by when they came by.
    ...(gallery.runners && { photoOrder: 'captured' as const }),
    ...(gallery.isExpired && { expiresAt: new Date(target.now().getTime() + 2 * monthMs).toISOString() }),
  }
  if (Object.keys(settings).length > 0) {
    await own.call(api.galleries.endpoints.update, {
      params: { galleryId: created.id },
      body: { version: created.version, ...settings },
    })
  }
  const sets = gallery.sets ? await makeSets(own, created.id, gallery.sets) : []
  const photos = await uploadPrints(own, created.id, { ...gallery, from: target.prints, sets, day: target.now() })
  await target.settle()
  await feature(own, photos)
  await makeCode(own, created.id, gallery)
  stock.push({
    gallery,
    galleryId: created.id,
    photos: photos.filter(({ pricePence }) => pricePence > 0),
    isOpen: isPublic && gallery.password === undefined && !gallery.isExpired,
  })
  if (isPublic && gallery.password === undefined) await visit(market, created.id, gallery)
  if (gallery.proof) await review(market, own, created.id, gallery)
  if (gallery.favourites) await favourites(market, created.id, gallery)
  if (gallery.isExpired) await leaveAddresses(visitorsOf(market), created.id)
}

const makeSets = async (own: ApiClient, galleryId: GalleryId, names: readonly string[]): Promise<SetId[]> => {
  const params = { galleryId }
  const { version } = await own.call(api.galleries.endpoints.getMine, { params })
  const body = { version, sets: names.map((name) => ({ id: null, name })) }
  const { sets } = await own.call(api.galleries.endpoints.arrangeSets, { params, body })
  return sets.map(({ id }) => id)
}

/** A proof session that its client is halfway through, with approved and rejected photos and reasons. */
const review = async ({ target, anyone }: Market, own: ApiClient, galleryId: GalleryId, gallery: SeedGallery) => {
  const { proof, clientEmail } = gallery
  if (!proof || clientEmail === undefined) return
  const { link } = await own.call(api.proofing.endpoints.create, {
    body: {
      galleryId,
      clientEmail,
      title: proof.title,
      description: proof.description,
      selectionTarget: proof.target,
      deadlineAt: new Date(target.now().getTime() + 2 * monthMs).toISOString(),
    },
  })
  const token = new URL(link).pathname.split('/').at(-1) ?? ''
  const { photos } = await anyone.call(api.proofing.endpoints.get, { params: { token } })
  const verdicts = [
    { status: 'approved', feedback: 'This one for the cover, please.' },
    { status: 'maybe', feedback: '' },
    { status: 'rejected', feedback: 'My uncle has his eyes closed.' },
    { status: 'approved', feedback: '' },
  ] as const
  for (const [index, { status, feedback }] of verdicts.entries()) {
    const photoId = photos.items[index]?.photoId
    if (!photoId) break
    await anyone.call(api.proofing.endpoints.decide, { params: { token, photoId }, body: { status, feedback } })
  }
}

/** What a visitor who knows the gallery's code chose of it, with the photographer. */
const favourites = async (market: Market, galleryId: GalleryId, { favourites: chosen, accessCode }: SeedGallery) => {
  if (!chosen || accessCode === undefined) return
  const { listPhotos, sendFavourites } = api.galleries.endpoints
  const { every, ...who } = chosen
  const params = { galleryId }
  const { headers } = await grantOf(market, galleryId, accessCode)
  const { items } = await market.anyone.call(listPhotos, { params, headers })
  const photoIds = items.filter((_, n) => n % every === 0).map(({ id }) => id)
  await market.anyone.call(sendFavourites, { params, headers, body: { ...who, photoIds } })
}

type Upload = {
  fileName: string
  title: string
  bytes: Buffer
  pounds: number | undefined
  credit: string
  isFeatured: boolean
}

/** Who is in the nth photo of a race: one to three, each of them in many photos. On the cover is the place alone. */
const passing = (runners: readonly string[], n: number, isCover: boolean): string[] =>
  isCover ? [] : Array.from({ length: 1 + (n % 3) }, (_, k) => runners[(n * 5 + k * 7) % runners.length] ?? '')

/** The nth of so many photos of one place, spread over the time that it was photographed. */
const takenAt = (day: Date, [first, last]: readonly [string, string], n: number, count: number): string => {
  const date = day.toISOString().slice(0, 10)
  const [from, to] = [first, last].map((time) => Date.parse(`${date}T${time}:00Z`))
  const at = (from ?? 0) + (((to ?? 0) - (from ?? 0)) * n) / Math.max(1, count - 1)
  return new Date(at).toISOString().slice(0, 19)
}

const uploadsOf = async (
  { photos, runners = [], day }: Pick<SeedGallery, 'photos' | 'runners'> & { day: Date },
  { negative, crop, withRunners }: Prints,
): Promise<Upload[]> => {
  const wanted = photos.flatMap(
    ({ file, title, pounds, crops = 0, isFeatured = false, taken = ['12:00', '12:00'] }) => {
      // Their licences ask to say what was changed.
      const worn = runners.length === 0 ? '' : ' Start numbers were put in.'
      const credit = `Photograph: ${credits[file]}.`
      const common = { pounds, credit: `${credit}${worn}` }
      return [
        {
          ...common,
          credit: isFeatured ? credit : common.credit,
          fileName: file,
          title,
          isFeatured,
          bytes: () => negative(file),
          takenAt: takenAt(day, taken, 0, 1 + crops),
        },
        ...Array.from({ length: crops }, (_, index) => ({
          ...common,
          credit: `${common.credit} Cropped.`,
          fileName: file.replace('.jpg', `-${index + 1}.jpg`),
          title: `${title} ${index + 1}`,
          isFeatured: false,
          bytes: () => crop(file, index, crops),
          takenAt: takenAt(day, taken, 1 + index, 1 + crops),
        })),
      ]
    },
  )
  const shownIn = async (jpeg: Buffer, n: number, { takenAt: at, isFeatured }: (typeof wanted)[number]) =>
    runners.length === 0 ? jpeg : withRunners(jpeg, passing(runners, n, isFeatured), at)
  return Promise.all(
    wanted.map(async (print, n) => ({ ...print, bytes: await shownIn(await print.bytes(), n, print) })),
  )
}

/** As many at a time as a browser has connections to one host; the newest shows first, so the list is sent backwards. */
export const uploadPrints = async (
  own: ApiClient,
  galleryId: GalleryId,
  {
    photos,
    runners,
    from = prints,
    sets = [],
    day = new Date(),
  }: Pick<SeedGallery, 'photos' | 'runners'> & { from?: Prints | undefined; sets?: SetId[]; day?: Date },
) => {
  const uploads = await uploadsOf({ photos, day, ...(runners && { runners }) }, from)
  const waiting = [...uploads.toReversed().entries()]
  // The first third of the list into the first of three.
  const setAt = (place: number) => sets[Math.floor(((uploads.length - 1 - place) * sets.length) / uploads.length)]
  // In the order of the list, whichever arrived first: what is sold later is chosen by its place in it.
  const done: { id: PhotoId; pricePence: number; version: number; isFeatured: boolean }[] = []
  const worker = async () => {
    for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
      const [place, next] = entry
      const { photo, upload: address } = await own.call(api.photos.endpoints.grantUpload, {
        params: { galleryId },
        body: {
          fileName: next.fileName,
          contentType: 'image/jpeg',
          bytes: next.bytes.length,
          title: next.title,
          description: next.credit,
          setId: setAt(place) ?? null,
          ...(next.pounds !== undefined && { pricePence: pence(next.pounds * 100) }),
        },
      })
      const answer = await fetch(address.url, {
        method: 'PUT',
        headers: address.headers,
        body: new Uint8Array(next.bytes),
      })
      if (!answer.ok) throw new Error(`Storage refused ${next.fileName}: ${answer.status} ${await answer.text()}`)
      const { id, pricePence, version } = photo
      done[place] = { id, pricePence, version, isFeatured: next.isFeatured }
    }
  }
  await Promise.all([worker(), worker(), worker(), worker()])
  return done
}

/** What stands first; the first of them is the cover. */
export const feature = async (own: ApiClient, photos: Awaited<ReturnType<typeof uploadPrints>>): Promise<void> => {
  const featured = photos.filter(({ isFeatured }) => isFeatured).toReversed()
  for (const [index, { id, version }] of featured.entries()) {
    await own.call(api.photos.endpoints.update, {
      params: { photoId: id },
      body: { version, isFeatured: true, ...(index === 0 && { isCover: true }) },
    })
  }
}

const visit = async (market: Market, galleryId: GalleryId, gallery: SeedGallery): Promise<void> => {
  for (let n = 0; n < Math.max(gallery.views, gallery.likes); n++) {
    const headers = { 'x-gallery-session': await sessionOf(market, galleryId, n) }
    const { recordView, toggleLike } = api.galleries.endpoints
    if (n < gallery.views) await market.anyone.call(recordView, { params: { galleryId }, headers })
    if (n < gallery.likes) await market.anyone.call(toggleLike, { params: { galleryId }, headers })
  }
}
