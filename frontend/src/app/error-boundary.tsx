import { Component, type ReactNode } from 'react'
import { paths } from '#frontend/app/paths.ts'
import { errorName, logWarning } from '#frontend/shared/log/log.ts'
import { Button, ButtonAnchor } from '#frontend/ui/button.tsx'
import { Column, Heading, Row, Stack, Text } from '#frontend/ui/layout.tsx'
import { BarePage } from '#frontend/ui/page.tsx'

type Props = {
  children: ReactNode
  /** When this changes (a new address) the page is tried again. */
  resetOn: string
}
type State = { failed: boolean; resetOn: string }

/** Catches what a page throws, a chunk that is gone after a release included, and offers the next step. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetOn: this.props.resetOn }

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.resetOn === state.resetOn ? null : { failed: false, resetOn: props.resetOn }
  }

  override componentDidCatch(thrown: unknown) {
    logWarning('page_failed', { error: errorName(thrown) })
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <BarePage title="Something went wrong">
        <Column paddingBlock={{ base: '16', md: '28' }} textAlign="center">
          <Stack alignItems="center" gap="5">
            <Heading as="h1" look="title">
              This page could not be shown
            </Heading>
            <Text color="ink.muted" maxWidth="text">
              A new version may have been released while you were here, or the connection dropped. Your cart is safe.
            </Text>
            <Row justifyContent="center">
              <Button variant="accent" onClick={() => location.reload()}>
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
