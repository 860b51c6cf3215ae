import { ButtonLink } from '#frontend/ui/button.tsx'
import { Column, Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { paths } from '#schema/paths.ts'

export const NotFoundPage = () => (
  <BarePage title="Page not found">
    <Column minHeight="100dvh" paddingBlock={{ base: '20', md: '32' }} textAlign="center">
      <Stack alignItems="center" gap="5">
        <Text fontFamily="heading" fontSize="4xl" color="accent.text" lineHeight="tight">
          404
        </Text>
        <Heading as="h1" look="title">
          Oops! Page not found
        </Heading>
        <Text color="ink.muted" maxWidth="text">
          Nothing was ever developed at this address, or it has been moved.
        </Text>
        <Row justifyContent="center">
          <ButtonLink to={paths.home()} variant="accent">
            Return to Home
          </ButtonLink>
          <ButtonLink to={paths.browse()}>Browse Galleries</ButtonLink>
        </Row>
      </Stack>
    </Column>
  </BarePage>
)
