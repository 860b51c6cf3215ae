import { useParamsOf } from '#frontend/shared/address/use-params-of.ts'
import { sentenceOf } from '#frontend/shared/api/api-error.ts'
import { useEndpoint } from '#frontend/shared/api/endpoint-query.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { visitors } from '#schema/api/visitors.ts'
import { paths } from '#schema/paths.ts'

/** Where the link of a confirming mail leads. A press confirms, not the visit: programs that check mails open links. */
export const ConfirmAddressPage = () => {
  const { token } = useParamsOf(paths.confirmAddress)
  const { data, error, isPending, mutate } = useEndpoint(visitors.endpoints.confirmAddress, { isRepeatable: true })
  if (data)
    return (
      <Page title="Your address is confirmed" narrow>
        <Text role="status">
          Thank you. {data.photographerName} may now write to you as you asked. Every mail has a link that ends them.
        </Text>
      </Page>
    )
  return (
    <Page title="Is this your address?" narrow>
      <Stack gap="4">
        <Text>
          We wrote to an address that somebody left in a gallery, to hear from its photographer. If it was you, please
          confirm.
        </Text>
        {error && (
          <Text role="alert" color="danger">
            {sentenceOf(error)}
          </Text>
        )}
        <Row>
          <Button
            variant="accent"
            busy={isPending}
            busyLabel="Confirming..."
            onClick={() => mutate({ params: { token } })}
          >
            Confirm my address
          </Button>
        </Row>
        <Text textStyle="small" color="ink.muted">
          If it was not you, close this page: without your answer nothing more is sent.
        </Text>
      </Stack>
    </Page>
  )
}
