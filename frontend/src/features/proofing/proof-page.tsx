import { useParamsOf } from '#frontend/shared/address/use-params-of.ts'
import { codeOf, waitSentenceOf } from '#frontend/shared/api/api-error.ts'
import { useLoadFailure } from '#frontend/shared/api/use-load-failure.ts'
import { Brand } from '#frontend/ui/brand.tsx'
import { Box, Column, Stack } from '#frontend/ui/layout.tsx'
import { BarePage, LoadingHeading } from '#frontend/ui/page.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { Skeleton } from '#frontend/ui/surface.tsx'
import { errors } from '#schema/errors.ts'
import { paths } from '#schema/paths.ts'
import { AwaitedCards, ProofReview } from './proof-review.tsx'
import { useReview } from './use-review.ts'

const loadFailed = 'Failed to load proof session. Please check the link.'

const Loading = () => (
  <BarePage title="Review" loading>
    <Column paddingTop={{ base: '10', md: '14' }} paddingBottom="16">
      <LoadingHeading>Loading review</LoadingHeading>
      <Stack gap="4" maxWidth="text">
        <Skeleton height="6" width="8rem" />
        <Skeleton height="12" width="80%" />
        <Skeleton height="5" width="50%" />
      </Stack>
      <Skeleton height="48" marginBlock="8" />
      <AwaitedCards />
    </Column>
  </BarePage>
)

const Review = ({ token }: { token: string }) => {
  const review = useReview(token)
  const { query, session, photos } = review
  const isMissing = query.error !== null && codeOf(query.error) === 'proof_session_not_found'
  const isFailing = query.error !== null && !session && !isMissing
  const wait = waitSentenceOf(query.error)
  useLoadFailure(isFailing ? query.error : null, 'Error', wait ?? loadFailed)

  if (isMissing) {
    return (
      <Refusal
        title="Session Not Found"
        message={errors.proof_session_not_found[1]}
        back={{ to: paths.home(), label: 'Return Home' }}
      />
    )
  }
  if (isFailing) {
    const title = wait === undefined ? 'Session Not Found' : 'Please wait a little'
    return <Refusal title={title} message={wait ?? loadFailed} onRetry={() => void query.refetch()} />
  }
  if (!session || !photos) return <Loading />
  return (
    <Box>
      <Brand paint={session.brand} />
      <ProofReview review={review} session={session} photos={photos} />
    </Box>
  )
}

/** The client's page: what the photographer asks to be chosen, reached by a private link. */
export const ProofPage = () => {
  const { token } = useParamsOf(paths.proof)
  // Another link is another review: nothing of the one before goes on in it.
  return <Review key={token} token={token} />
}
