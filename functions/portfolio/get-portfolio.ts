import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { listCard } from '#functions/galleries/gallery-views.ts'
import type { PageNameStore } from '#functions/profiles/page-name-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { publicPage } from './portfolio-rules.ts'

type Parts = {
  profiles: ProfileStore
  pageNames: PageNameStore
  galleries: GalleryStore
  links: MediaLinks
  now: Clock
}

/** A page of more cards than this is not looked at. */
const maxCards = 200

export const getPortfolio =
  (parts: Parts): Operation<typeof api.profiles.endpoints.portfolio> =>
  async ({ params }) => {
    const { profile, galleries } = await publicPage(parts, params.subdomain, parts.now())
    const { displayName, subdomain, bio, websiteUrl } = profile
    const cards = galleries.slice(0, maxCards).map((gallery) => listCard(parts.links, gallery))
    return { displayName, subdomain, bio, websiteUrl, galleries: await Promise.all(cards) }
  }
