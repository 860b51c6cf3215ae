export const siteName = 'Darkslide'

/** "Browse · Darkslide"; the site's own line where a page has no name. */
export const documentTitle = (title: string | undefined): string =>
  title === undefined || title === '' ? `${siteName}: sell your photographs, one by one` : `${title} · ${siteName}`

/** What the site says of itself wherever a page says nothing. */
export const siteDescription =
  'Put your photographs in a gallery, set a price, share the link. Buyers pay by card and download at once; you keep 90% of every sale.'
