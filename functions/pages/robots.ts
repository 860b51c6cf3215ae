import { appSegments, servedAddresses } from '#schema/served-pages.ts'

/** A robot's rules take every address that begins so; a photographer may be called "cartier". */
const exactly = (segment: string) => [`/${segment}$`, `/${segment}/`, `/${segment}?`]

/** Which pages search engines may read (RFC 9309): on a stage for trying things, none. */
export const robotsText = ({ siteUrl, stage }: { siteUrl: string; stage: string }): string => {
  if (stage === 'dev') return 'User-agent: *\nDisallow: /\n'
  const private_ = ['/api/', '/files/', ...appSegments.flatMap(exactly)]
  return [
    'User-agent: *',
    ...private_.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${siteUrl}${servedAddresses.sitemap}`,
    '',
  ].join('\n')
}
