import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '#frontend/shared/api/endpoint-query.ts'
import { firstRequests } from '#schema/api/first-answers.ts'
import { profiles } from '#schema/api/profiles.ts'
import type { GalleryId } from '#schema/ids.ts'

/** A photographer's public page: their newest galleries, or those before one of them. */
export const usePortfolio = (subdomain: string, before: GalleryId | undefined) =>
  useQuery(endpointQuery(profiles.endpoints.portfolio, firstRequests.portfolio(subdomain, before)))

/** One public gallery of a photographer, by its slug. */
export const usePortfolioGallery = (subdomain: string, slug: string) =>
  useQuery(endpointQuery(profiles.endpoints.portfolioGallery, { params: { subdomain, slug } }))
