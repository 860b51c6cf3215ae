import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '#frontend/shared/api/endpoint-query.ts'
import { profiles } from '#schema/api/profiles.ts'

/** A photographer's public page. */
export const usePortfolio = (subdomain: string) =>
  useQuery(endpointQuery(profiles.endpoints.portfolio, { params: { subdomain } }))

/** One public gallery of a photographer, by its slug. */
export const usePortfolioGallery = (subdomain: string, slug: string) =>
  useQuery(endpointQuery(profiles.endpoints.portfolioGallery, { params: { subdomain, slug } }))
