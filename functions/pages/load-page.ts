import { isListed } from '#functions/galleries/gallery-access.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { type Keeping, keptTogether } from '#functions/shared/edge/edge-tags.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import { api } from '#schema/api/all.ts'
import { type FirstData, firstRequests } from '#schema/api/first-answers.ts'
import type { GalleryCard } from '#schema/api/views.ts'
import { AppError, errors } from '#schema/errors.ts'
import { GalleryId } from '#schema/ids.ts'
import { type PageHead, pageHeads } from '#schema/page-heads.ts'
import { callInProcess } from './call-in-process.ts'
import { aboutGallery, aboutPerson, aboutSite, type JsonLd } from './json-ld.ts'
import type { PageName } from './page-address.ts'

const galleries = api.galleries.endpoints
const profiles = api.profiles.endpoints

/** The public questions that pages ask, answered by the same operations as the API's. */
export type PageParts = {
  readonly browse: Operation<typeof galleries.browse>
  readonly gallery: Operation<typeof galleries.get>
  readonly photos: Operation<typeof galleries.listPhotos>
  readonly portfolio: Operation<typeof profiles.portfolio>
  readonly portfolioGallery: Operation<typeof profiles.portfolioGallery>
  readonly galleries: Pick<GalleryStore, 'find'>
  readonly siteUrl: string
  readonly now: Clock
}

/** What a page says before any script has run. */
export type Page = {
  readonly status: 200 | 404
  readonly head: PageHead
  /** Whether search engines may keep it. */
  readonly isIndexed: boolean
  /** Path of the picture for link previews, on this site; absent for the site's own. */
  readonly picture?: { readonly path: string; readonly alt: string }
  readonly structured?: JsonLd
  readonly answers: FirstData['answers']
  /** How the edge may keep it; what says nothing of anybody needs no calling back. */
  readonly keeping: Keeping | undefined
  /** Whether its first view can be drawn from these answers. */
  readonly isDrawn: boolean
}

/** Says nothing of what may lie behind it: the application alone, which asks for itself. */
const neutral = (status: Page['status']): Page => ({
  status,
  head: pageHeads.neutral,
  isIndexed: false,
  answers: [],
  keeping: { tags: [] },
  isDrawn: false,
})

/**
 * A public page as a stranger may see it. What is private, locked, expired or unknown to strangers gives the neutral page.
 * @throws what the stores throw when they give no answer; the plain application stands in then.
 */
export const loadPage =
  (parts: PageParts) =>
  async (name: PageName): Promise<Page> => {
    try {
      return await load(parts, name)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'gallery_locked') return neutral(200)
      if (errors[error.code][0] === 404) return neutral(404)
      throw error
    }
  }

const load = async (parts: PageParts, name: PageName): Promise<Page> => {
  switch (name.kind) {
    case 'landing':
      return landing(parts)
    case 'browse':
      return browse(parts)
    case 'gallery':
      return gallery(parts, name)
    case 'auth':
      return auth
    case 'portfolio':
      return portfolio(parts, name)
    case 'portfolio-gallery':
      return portfolioGallery(parts, name)
    case 'app':
      return neutral(200)
    case 'unknown':
      return neutral(404)
  }
}

const shown = { status: 200, isIndexed: true, isDrawn: true } as const

const landing = async (parts: PageParts): Promise<Page> => {
  const featured = await callInProcess([galleries.browse, parts.browse], firstRequests.featured())
  const { embedded, keeping } = featured
  return { ...shown, head: pageHeads.home, structured: aboutSite(parts.siteUrl), answers: [embedded], keeping }
}

const browse = async (parts: PageParts): Promise<Page> => {
  const newest = await callInProcess([galleries.browse, parts.browse], firstRequests.newest(), 'pages')
  return { ...shown, head: pageHeads.browse, answers: [newest.embedded], keeping: newest.keeping }
}

/** The forms, which are the same for everybody. */
const auth: Page = { ...shown, head: pageHeads.auth, answers: [], keeping: { tags: [] } }

const gallery = async (parts: PageParts, { galleryId }: { galleryId: string }): Promise<Page> => {
  const { data: id } = GalleryId.safeParse(galleryId)
  if (id === undefined) return neutral(404)
  const [page, photos, stored] = await Promise.all([
    callInProcess([galleries.get, parts.gallery], firstRequests.gallery(galleryId)),
    callInProcess([galleries.listPhotos, parts.photos], firstRequests.photos(galleryId), 'pages'),
    parts.galleries.find(id),
  ])
  if (page.answer.state !== 'open') return neutral(200)
  const head = pageHeads.gallery(page.answer.gallery)
  return {
    ...shown,
    head,
    // One that only its address leads to is for whoever was given the address.
    isIndexed: stored !== undefined && isListed(stored, parts.now()),
    ...pictureOf(page.answer.gallery),
    structured: aboutGallery(parts.siteUrl, page.answer.gallery, head),
    answers: [page.embedded, photos.embedded],
    keeping: keptTogether([page.keeping, photos.keeping]),
  }
}

const portfolio = async (
  parts: PageParts,
  { subdomain, before }: { subdomain: string; before?: GalleryId },
): Promise<Page> => {
  const request = firstRequests.portfolio(subdomain, before)
  const { answer, embedded, keeping } = await callInProcess([profiles.portfolio, parts.portfolio], request)
  const head = pageHeads.portfolio(answer, before)
  return {
    ...shown,
    head,
    ...pictureOf(answer.galleries.find(({ cover }) => cover !== null)),
    structured: aboutPerson(parts.siteUrl, answer, head),
    answers: [embedded],
    keeping,
  }
}

const portfolioGallery = async (
  parts: PageParts,
  { subdomain, slug }: { subdomain: string; slug: string },
): Promise<Page> => {
  const request = firstRequests.portfolioGallery(subdomain, slug)
  const asked = await callInProcess([profiles.portfolioGallery, parts.portfolioGallery], request)
  const { answer, embedded, keeping } = asked
  const head = pageHeads.portfolioGallery(answer.gallery)
  return {
    ...shown,
    head,
    ...pictureOf(answer.gallery),
    structured: aboutGallery(parts.siteUrl, answer.gallery, head),
    answers: [embedded],
    keeping,
  }
}

/** Its address stays the same, while the picture's own is signed for half a day. */
const pictureOf = (gallery: GalleryCard | undefined): Pick<Page, 'picture'> =>
  gallery?.cover ? { picture: { path: `/og/${gallery.id}.jpg`, alt: `A photograph from ${gallery.title}` } } : {}
