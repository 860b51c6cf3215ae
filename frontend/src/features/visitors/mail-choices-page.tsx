import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useParamsOf } from '#frontend/shared/address/use-params-of.ts'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { endpointQuery, useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { lazyPart, usePrepared } from '#frontend/shared/lazy/lazy-part.tsx'
import { Button } from '#frontend/ui/button.tsx'
import { Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { PageLoading } from '#frontend/ui/page-loading.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import { visitors } from '#schema/api/visitors.ts'
import { paths } from '#schema/paths.ts'

const { endpoints } = visitors
const refreshes = [endpoints.mailChoices]
const listed = new Intl.ListFormat('en-GB')

/** Not needed before it is pressed for. */
const DeleteAddress = lazyPart(
  () => import('./delete-address.tsx'),
  (m) => m.DeleteAddress,
)

/** Where “Unsubscribe” in a mail leads: it says whose mails end, and a press ends them. */
export const MailChoicesPage = () => {
  const { token } = useParamsOf(paths.mailChoices)
  const request = { params: { token } }
  const choices = useQuery(endpointQuery(endpoints.mailChoices, request, { staleFor: 'never' }))
  const unsubscribe = useEndpoint(endpoints.unsubscribe, { refreshes, isRepeatable: true })
  const resubscribe = useEndpoint(endpoints.resubscribe, { refreshes, isRepeatable: true })
  const forget = useEndpoint(endpoints.forget, { refreshes, isRepeatable: true })
  const [isForgotten, setIsForgotten] = useState(false)
  const [isAsking, setIsAsking] = useState(false)
  usePrepared(DeleteAddress)

  if (choices.error)
    return <Refusal title="Your mails" message={sentenceOf(choices.error)} onRetry={() => void choices.refetch()} />
  if (!choices.data) return <PageLoading />
  const { photographerNames, isSubscribed } = choices.data
  const names = photographerNames.length === 0 ? 'this photographer' : listed.format(photographerNames)
  const error = unsubscribe.error ?? resubscribe.error ?? forget.error
  const problem = error && (
    <Text role="alert" color="danger">
      {sentenceOf(error)}
    </Text>
  )

  if (isSubscribed)
    return (
      <Page title="Unsubscribe" lead={`End all mails on behalf of ${names} to this address?`} narrow>
        {problem}
        <Row>
          <Button
            variant="accent"
            busy={unsubscribe.isPending}
            busyLabel="Unsubscribing..."
            onClick={() => unsubscribe.mutate(request)}
          >
            Unsubscribe
          </Button>
        </Row>
        <Text textStyle="small" color="ink.muted" marginTop="4">
          Receipts and downloads of what you bought still arrive.
        </Text>
      </Page>
    )
  return (
    <Page title="You are unsubscribed" narrow>
      <Text role="status" marginBottom="4">
        {isForgotten
          ? `Your address was deleted, and no mails on behalf of ${names} go to it.`
          : `No more mails on behalf of ${names} go to this address.`}
      </Text>
      {problem}
      {!isForgotten && (
        <Stack gap="4">
          <Row>
            <Button busy={resubscribe.isPending} busyLabel="Changing..." onClick={() => resubscribe.mutate(request)}>
              Write to me again
            </Button>
            <Button
              variant="quiet"
              paddingInline="3"
              marginInlineStart={{ base: '-3', sm: '0' }}
              onClick={() => setIsAsking(true)}
            >
              Delete my address
            </Button>
          </Row>
          <Text textStyle="small" color="ink.muted">
            Deleting takes it from the photographer’s list of visitors as well.
          </Text>
        </Stack>
      )}
      {isAsking && (
        <Suspense>
          <DeleteAddress
            names={names}
            busy={forget.isPending}
            onClose={() => setIsAsking(false)}
            onConfirm={() =>
              forget.mutate(request, {
                onSuccess: () => setIsForgotten(true),
                onSettled: () => setIsAsking(false),
              })
            }
          />
        </Suspense>
      )}
    </Page>
  )
}
