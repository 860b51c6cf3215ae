import { reservedSegments } from './paths.ts'
import { PageName } from './text.ts'

const reserved: ReadonlySet<string> = new Set(reservedSegments)

/** Whether a photographer could be found under this first segment of an address: `/photo.jpg` and `/admin` are nobody's. */
export const canBePageName = (segment: string): boolean =>
  !reserved.has(segment.toLowerCase()) && PageName.safeParse(segment).success
