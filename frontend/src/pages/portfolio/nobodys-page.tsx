import { Suspense } from 'react'
import { lazyPart } from '#frontend/shared/lazy/lazy-part.tsx'
import { PageLoading } from '#frontend/ui/page-loading.tsx'

const NotFoundPage = lazyPart(
  () => import('#frontend/shared/not-found/not-found-page.tsx'),
  (m) => m.NotFoundPage,
)

/** At a name that no photographer can have. Never drawn as HTML: the server knows these names. */
export const NobodysPage = () => (
  <Suspense fallback={<PageLoading />}>
    <NotFoundPage />
  </Suspense>
)
