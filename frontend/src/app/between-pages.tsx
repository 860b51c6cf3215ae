import { PageFocus } from './page-focus.tsx'
import { useHeardAddress } from './use-heard-address.ts'
import { useKeptPlaces } from './use-kept-places.ts'

/** What is needed once there can be a second page, or this one again. */
export const BetweenPages = () => {
  useHeardAddress()
  useKeptPlaces()
  return <PageFocus />
}
