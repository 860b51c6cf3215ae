import { formatCount } from '#schema/counts.ts'

/** What of a sale is named: its first photos, and how many more there are. */
export const titlesOf = ({
  photoTitles,
  morePhotos,
}: {
  photoTitles: readonly string[]
  morePhotos: number
}): string[] => (morePhotos === 0 ? [...photoTitles] : [...photoTitles, `and ${formatCount(morePhotos)} more`])
