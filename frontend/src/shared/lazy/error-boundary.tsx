import { Component, type ReactNode } from 'react'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { Button, ButtonAnchor } from '#frontend/ui/button.tsx'
import { Column, Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { PageLoading } from '#frontend/ui/page-loading.tsx'
import { paths } from '#schema/paths.ts'
import { isMissingPart, outlastsReload, reloadIfReplaced } from './stale-build.ts'

type Props = {
  children: ReactNode
  /** When this changes (a new address) the page is tried again. */
  resetOn: string
  /** Shown in the place of a small part, instead of the page that says so. */
  fallback?: ReactNode
}
/** `checking`: a part is missing, and a new build is looked for. */
type State = { failure?: 'checking' | 'missing_part' | 'broken'; resetOn: string }

const reasons = {
  missing_part: 'The connection dropped, or a new version is being released.',
  broken: 'Something went wrong on our side.',
} as const
const kept = () =>
  outlastsReload() ? 'What you typed and your cart are kept.' : 'Go back to keep your cart: loading again empties it.'

/** Catches what a page throws, a part that is gone after a release included, and offers the next step. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { resetOn: this.props.resetOn }

  static getDerivedStateFromError(thrown: unknown): Partial<State> {
    return { failure: isMissingPart(thrown) ? 'checking' : 'broken' }
  }

  static getDerivedStateFromProps(props: Props, state: State): State | null {
    return props.resetOn === state.resetOn ? null : { resetOn: props.resetOn }
  }

  override componentDidCatch(thrown: unknown) {
    logWarning('page_failed', { error: errorName(thrown) })
    if (!isMissingPart(thrown)) return
    void reloadIfReplaced().then((reloads) => !reloads && this.setState({ failure: 'missing_part' }))
    if (outlastsReload()) addEventListener('online', this.reload)
  }

  override componentWillUnmount() {
    removeEventListener('online', this.reload)
  }

  // A part that failed to load stays failed for as long as the page lives.
  private readonly reload = () => location.reload()

  override render() {
    const { failure } = this.state
    if (failure === undefined) return this.props.children
    if (this.props.fallback !== undefined) return this.props.fallback
    if (failure === 'checking') return <PageLoading />
    return (
      <BarePage title="Something went wrong">
        <Column paddingBlock={{ base: '16', md: '28' }} textAlign="center">
          <Stack alignItems="center" gap="5" role="alert">
            <Heading as="h1" look="title">
              This page could not be shown
            </Heading>
            <Text color="ink.muted" maxWidth="text">
              {reasons[failure]} {kept()}
            </Text>
            <Row justifyContent="center">
              <Button variant="accent" onClick={this.reload}>
                Load again
              </Button>
              <ButtonAnchor href={paths.home()}>Return Home</ButtonAnchor>
            </Row>
          </Stack>
        </Column>
      </BarePage>
    )
  }
}
