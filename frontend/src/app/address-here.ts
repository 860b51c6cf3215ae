/** What of the address decides which page is shown: sections are places within one. */
export const addressHere = (): string => `${location.pathname}${location.search}`

/** Whether Back, or anything else, has led to another address since the page's HTML was opened. */
export const hasLeftDrawnAddress = (): boolean => {
  const { drawnFor } = document.documentElement.dataset
  return drawnFor !== undefined && drawnFor !== addressHere()
}
