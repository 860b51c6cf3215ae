import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OpenGalleryView } from '#frontend/features/galleries/queries.ts'
import { useWithoutCounts } from '#frontend/features/galleries/use-gallery-counts.ts'

test('a gallery is the same one for other counts, and another one for whatever else came, changed or went', () => {
  const told = { id: 'gal_1', title: 'Harbour', viewCount: 1, likeCount: 1 } as OpenGalleryView
  const { result, rerender } = renderHook(({ gallery }) => useWithoutCounts(gallery), {
    initialProps: { gallery: told },
  })
  expect(result.current).toBe(told)

  rerender({ gallery: { ...told, viewCount: 2, likeCount: 3 } })
  expect(result.current).toBe(told)

  const changed = { ...told, title: 'Harbours' }
  rerender({ gallery: changed })
  expect(result.current).toBe(changed)

  const come = { ...changed, description: 'At dawn' }
  rerender({ gallery: come })
  expect(result.current).toBe(come)

  rerender({ gallery: changed })
  expect(result.current).toBe(changed)
})
