import { PageFocus } from './page-focus.tsx'
import { useKeptPlaces } from './use-kept-places.ts'

/** What is needed once there can be a second page, or this one again. */
export const BetweenPages = () => {
  useKeptPlaces()
  return <PageFocus />
}
