import { matchPath } from 'react-router-dom'
import { nextTask } from '#frontend/ui/next-task.ts'
import { firstViews } from './routes.tsx'

/** Loads the code of the page at this address, where its first view may have come as HTML. */
export const preloadPage = async (pathname: string): Promise<void> => {
  const found = firstViews.find(([pattern]) => matchPath(pattern, pathname))
  await found?.[1].preload()
}

/** The same for the page that is open: each of the files that its HTML links runs in a task of its own (see `start.ts`). */
export const preloadOpenPage = async (): Promise<void> => {
  // What a file imports stands before it.
  for (const { href } of document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')) {
    await import(/* @vite-ignore */ href)
    await nextTask()
  }
  await preloadPage(location.pathname)
}
