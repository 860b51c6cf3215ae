import { useInstallation } from '#frontend/shared/contact/installation.ts'
import { Alert } from '#frontend/ui/alert.tsx'
import { TextLink } from '#frontend/ui/button.tsx'
import { Heading, Stack, Text } from '#frontend/ui/layout.tsx'
import { Page } from '#frontend/ui/page.tsx'
import { PageLoading } from '#frontend/ui/page-loading.tsx'
import { Refusal } from '#frontend/ui/refusal.tsx'
import type { Installation } from '#schema/installation.ts'
import { paths } from '#schema/paths.ts'

/** Blocks between blank lines; one that begins with "# " is a heading. */
const blocksOf = (text: string): string[] =>
  text
    .split(/\r?\n\s*\r?\n/)
    .flatMap((block) => {
      const [first = '', ...rest] = block.trim().split(/\r?\n/)
      return first.startsWith('# ') ? [first, rest.join(' ')] : [[first, ...rest].join(' ')]
    })
    .filter((block) => block !== '')

type LegalPageProps = {
  title: string
  /** The operator's own words, of what the installation says. */
  own: (installation: Installation) => string | null
  /** Shown where there are none. */
  otherwise: string
}

/** A page of words that the operator is responsible for. */
export const LegalPage = ({ title, own, otherwise }: LegalPageProps) => {
  const { data, error, refetch } = useInstallation()
  if (error) {
    return <Refusal title={title} message="This page could not be loaded." onRetry={() => void refetch()} />
  }
  if (!data) return <PageLoading />
  const text = own(data)
  return (
    <Page title={title} narrow>
      <Stack gap="4">
        {text === null && (
          <Alert
            tone="neutral"
            title="This is the text as delivered with the software. Whoever runs this site must replace it by their own."
          />
        )}
        {blocksOf(text ?? otherwise).map((block) =>
          block.startsWith('# ') ? (
            <Heading as="h2" look="heading" key={block} marginTop="4">
              {block.slice(2)}
            </Heading>
          ) : (
            <Text key={block} overflowWrap="anywhere">
              {block}
            </Text>
          ),
        )}
        <Text color="ink.muted" marginTop="4">
          Questions? <TextLink to={paths.contact()}>Write to us</TextLink>.
        </Text>
      </Stack>
    </Page>
  )
}
