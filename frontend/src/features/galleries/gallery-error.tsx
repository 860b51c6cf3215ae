import { codeOf, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { Refusal } from '#frontend/ui/refusal.tsx'
import type { ErrorCode } from '#schema/errors.ts'
import { paths } from '#schema/paths.ts'

const unknown: ReadonlySet<ErrorCode> = new Set(['gallery_not_found', 'not_found', 'invalid_request'])
export const isUnknownGallery = (code: ErrorCode): boolean => unknown.has(code)

/** The card in place of a gallery that cannot be shown; one that does not exist is not asked for again. */
export const GalleryError = ({ error, onRetry }: { error: unknown; onRetry: () => void }) => {
  const isUnknown = isUnknownGallery(codeOf(error))
  return (
    <Refusal
      title="Gallery Error"
      message={isUnknown ? 'Gallery not found' : sentenceOf(error)}
      onRetry={isUnknown ? undefined : onRetry}
      back={{ to: paths.browse(), label: 'Browse Galleries' }}
    />
  )
}
