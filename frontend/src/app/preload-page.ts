import { matchPath } from 'react-router-dom'
import { firstViews } from './routes.tsx'

/** Loads the code of the page at this address, where its first view may have come as HTML. */
export const preloadPage = async (pathname: string): Promise<void> => {
  const found = firstViews.find(([pattern]) => matchPath(pattern, pathname))
  await found?.[1].preload()
}
