import { firstExpiry } from '#functions/galleries/browse-galleries.ts'
import { isOfFirstLayout } from '#functions/galleries/complete-layout.ts'
import type { GalleryStore } from '#functions/galleries/gallery-store.ts'
import { listCard } from '#functions/galleries/gallery-views.ts'
import type { PageNameStore } from '#functions/profiles/page-name-store.ts'
import type { ProfileStore } from '#functions/profiles/profile-store.ts'
import { edgeTags, kept } from '#functions/shared/edge/edge-tags.ts'
import type { Operation } from '#functions/shared/http/operation.ts'
import type { MediaLinks } from '#functions/shared/media-links/media-links.ts'
import type { Clock } from '#functions/shared/time/clock.ts'
import type { api } from '#schema/api/all.ts'
import { paintOf } from '#schema/brand-paint.ts'
import { firstLayoutPage } from './first-layout.ts'
import { listedPage, publicPage } from './portfolio-rules.ts'

type Parts = {
  profiles: ProfileStore
  pageNames: PageNameStore
  galleries: GalleryStore
  links: MediaLinks
  now: Clock
}

export const getPortfolio =
  (parts: Parts): Operation<typeof api.profiles.endpoints.portfolio> =>
  async ({ params, query: { before } }) => {
    const now = parts.now()
    const { profile, beside } = await publicPage(parts, params.subdomain, (owner) =>
      listedPage(parts, { owner, before, now }),
    )
    const { galleries, nextBefore } = isOfFirstLayout(profile)
      ? await firstLayoutPage(parts, { owner: profile.userId, before, now })
      : beside
    const { displayName, subdomain, bio, websiteUrl } = profile
    const cards = await Promise.all(galleries.map((gallery) => listCard(parts.links, gallery)))
    const brand = paintOf(profile.brand)
    const answer = {
      displayName,
      subdomain,
      bio,
      websiteUrl,
      brand,
      galleries: cards,
      ...(nextBefore && { nextBefore }),
    }
    const tags = [edgeTags.owner(profile.userId), ...galleries.map(({ id }) => edgeTags.gallery(id))]
    return kept(answer, { tags, until: firstExpiry(galleries) })
  }
