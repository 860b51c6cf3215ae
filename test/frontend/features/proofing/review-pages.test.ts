import { expect, test } from 'vitest'
import { countUnsent, type Review, withUnsent } from '#frontend/features/proofing/review-pages.ts'
import { photoId } from '#test/support/frontend/builders.ts'
import { aClientSession, aProofPhoto } from '#test/support/frontend/own-builders.ts'

const photos = [aProofPhoto(1, { status: 'approved' }), aProofPhoto(2)]
const kept = [1, 2].map((n) => ({ photoId: photoId(n), status: 'rejected' as const, onlyPending: true, atMs: 0 }))

test('what somebody else has decided meanwhile is neither shown nor counted as let go', () => {
  const session = aClientSession({ counts: { pending: 1, approved: 1, rejected: 0, maybe: 0 } })
  const review: Review = { pages: [{ session, photos: { items: photos } }], pageParams: [undefined] }
  const [page] = withUnsent(review, kept).pages
  expect(page?.photos.items.map(({ status }) => status)).toEqual(['approved', 'rejected'])
  expect(page?.session.counts).toEqual({ pending: 0, approved: 1, rejected: 1, maybe: 0 })
  expect(countUnsent(photos, kept)).toBe(1)
})

test('what was said of it for sure is', () => {
  const said = kept.map((each) => ({ ...each, onlyPending: false }))
  expect(countUnsent(photos, said)).toBe(2)
})
