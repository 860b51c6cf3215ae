import { limits } from '#schema/limits.ts'
import type { VisitName } from '#test/support/costs/visits.ts'

type Call = { visit: VisitName; isCacheable: boolean }
const kept = (visit: VisitName): Call => ({ visit, isCacheable: true })
const asked = (visit: VisitName): Call => ({ visit, isCacheable: false })
const thumbnails = (count: number) => ({ count, bytes: 30_000 })

/** The calls that a page makes when it is opened, and the pictures in it. */
export const pageViews: readonly {
  name: string
  calls: readonly Call[]
  pictures: { count: number; bytes: number }
}[] = [
  { name: 'landing page', calls: [kept('landing page')], pictures: thumbnails(limits.gallery.featured) },
  { name: 'browse', calls: [kept('browse newest')], pictures: thumbnails(limits.gallery.perPage) },
  {
    name: 'gallery',
    calls: [
      kept('gallery: its page'),
      kept('gallery: first 20 photos'),
      asked('gallery: whether liked'),
      asked('view'),
    ],
    pictures: thumbnails(limits.gallery.photosPerPage),
  },
  { name: 'portfolio', calls: [kept('portfolio')], pictures: thumbnails(6) },
]
