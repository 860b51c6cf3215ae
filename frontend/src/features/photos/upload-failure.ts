import { ApiError, sentenceOf } from '#frontend/shared/api/api-error.ts'
import { SentElsewhere } from './claims.ts'
import { FileUnreadable, PutFailure } from './put-file.ts'

/** It was taken from the list while it was sent. */
export const isAborted = (thrown: unknown): boolean => thrown instanceof DOMException && thrown.name === 'AbortError'

/** A row has a place for one reason: what is wrong with a field says more than that something is. */
export const messageOf = (thrown: unknown): string => {
  if (thrown instanceof PutFailure || thrown instanceof FileUnreadable || thrown instanceof SentElsewhere) {
    return thrown.message
  }
  return (thrown instanceof ApiError && thrown.fields[0]?.message) || sentenceOf(thrown)
}
