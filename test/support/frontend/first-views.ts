import { api } from '#schema/api/all.ts'
import type { Endpoint, ResponseOf } from '#schema/api/endpoint.ts'
import { type FirstData, firstRequests } from '#schema/api/first-answers.ts'
import { usualLook } from '#schema/entities/gallery-look.ts'
import { pence } from '#schema/money.ts'
import { aGalleryCard, anOpenGallery, aPhoto, galleryId } from './builders.ts'

type Answer = FirstData['answers'][number]

const asked = <E extends Endpoint>(
  endpoint: E,
  request: Answer['request'],
  answer: ResponseOf<E>,
  kind: Answer['kind'] = 'one',
): Answer => ({
  method: endpoint.method,
  path: endpoint.path,
  kind,
  request,
  answer,
})

const { browse, get, listPhotos } = api.galleries.endpoints
const { portfolio, portfolioGallery } = api.profiles.endpoints
const card = aGalleryCard(1)
const cards = [card, aGalleryCard(2), aGalleryCard(3)]
const photos = { items: [1, 2, 3].map((n) => aPhoto(n)) }
const gallery = anOpenGallery({ watermark: '© Aitzol' })
export const aPerson = {
  displayName: 'Aitzol Berasategi',
  subdomain: 'aitzol',
  bio: 'Dogs, mostly.',
  websiteUrl: null,
  brand: null,
}

/** The page of signing in, which asks nothing and shows no picture. */
export const signingInViews = [
  { at: '/auth', shows: 'Forgot your password?', answers: [] },
  { at: '/auth?tab=sign-up', shows: 'Display Name', answers: [] },
] as const

/** The public pages with the answers that come with their HTML, and a text that only the loaded page shows. */
export const firstViews = [
  { at: '/', shows: 'Gallery 1', answers: [asked(browse, firstRequests.featured(), { items: cards })] },
  { at: '/browse', shows: 'Gallery 2', answers: [asked(browse, firstRequests.newest(), { items: cards }, 'pages')] },
  {
    at: `/gallery/${galleryId(1)}`,
    shows: 'Photo 1',
    answers: [
      asked(get, firstRequests.gallery(galleryId(1)), gallery),
      asked(listPhotos, firstRequests.photos(galleryId(1)), photos, 'pages'),
    ],
  },
  {
    at: '/aitzol',
    shows: 'Dogs, mostly.',
    answers: [asked(portfolio, firstRequests.portfolio('aitzol'), { ...aPerson, galleries: cards })],
  },
  {
    at: '/aitzol/gallery-1',
    shows: 'Photo 2',
    answers: [
      asked(portfolioGallery, firstRequests.portfolioGallery('aitzol', 'gallery-1'), {
        gallery: { ...card, pricePence: pence(500) },
        watermark: null,
        clientCanDownload: true,
        priceSteps: [],
        wholePence: null,
        hasNumbers: false,
        hasTimes: false,
        look: usualLook,
        brand: null,
        sets: [],
        photos,
      }),
    ],
  },
] as const
