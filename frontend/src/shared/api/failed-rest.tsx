import { Text } from '#frontend/ui/layout.tsx'
import { waitSentenceOf } from './api-error.ts'
import { LoadMore } from './load-more.tsx'

type FailedRestProps = {
  /** Photos that are read page by page. */
  pages: { hasNextPage: boolean; error: Error | null; isFetching: boolean; fetchNextPage: () => Promise<unknown> }
  /** How many there are by now. */
  count: number
}

/** Behind photos that are there, where the next ones were refused: says so, and asks for them once more. */
export const FailedRest = ({ pages, count }: FailedRestProps) => {
  const { hasNextPage, error, fetchNextPage } = pages
  const failure = hasNextPage ? error : null
  return (
    <>
      {failure && (
        <Text textStyle="small" color="danger" role="alert" textAlign="center" marginTop="8">
          {waitSentenceOf(failure) ?? 'The photos could not be loaded. Please try again.'}
        </Text>
      )}
      {/* Whether they are on their way is read only after a failure: whoever reads it is drawn anew for each page. */}
      <LoadMore
        pages={{
          hasNextPage: failure !== null,
          isFetchingNextPage: failure !== null && pages.isFetching,
          fetchNextPage,
        }}
        count={count}
        one="photo"
        marginTop="4"
      >
        Try again
      </LoadMore>
    </>
  )
}
