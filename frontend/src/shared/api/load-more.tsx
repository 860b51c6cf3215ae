import { type ComponentProps, useState } from 'react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Row, Text } from '#frontend/ui/layout.tsx'
import { useFocusHandOver } from '#frontend/ui/use-focus-hand-over.ts'
import { codeOf, sentenceOf } from './api-error.ts'

type LoadMoreProps = Pick<ComponentProps<typeof Button>, 'size' | 'busy' | 'children'> & {
  /** A list that is read page by page. */
  pages: {
    hasNextPage: boolean
    isFetchingNextPage: boolean
    fetchNextPage: () => Promise<unknown>
    /** The next page was refused; left out where that is said elsewhere. */
    isFetchNextPageError?: boolean
    error?: Error | null
    refetch?: () => Promise<{ isError: boolean }>
  }
  /** How many there are by now. */
  count: number
  /** What they are: "gallery", and "galleries". */
  one: string
  many?: string
  marginTop?: ComponentProps<typeof Row>['marginTop']
}

/**
 * The way to the next page of a list, and why it did not come. The press that brings the last one leaves the focus on how
 * many there are.
 */
export const LoadMore = ({ pages, count, one, many, busy = false, marginTop, children, ...rest }: LoadMoreProps) => {
  const { hasNextPage, isFetchingNextPage, fetchNextPage, isFetchNextPageError = false, error, refetch } = pages
  const { noteFocus, takeOver } = useFocusHandOver()
  const [isPressed, setIsPressed] = useState(false)
  const [anew, setAnew] = useState<'asked' | 'refused'>()
  if (!hasNextPage && !(isPressed && count > 0)) return null
  const isBusy = isFetchingNextPage || anew === 'asked'
  const isAnewRefused = anew === 'refused' && Boolean(error)
  // What the list has moved on from stays refused: it is read again from its start.
  const isToAskAnew = isAnewRefused || codeOf(error) === 'invalid_cursor'
  const next = async () => {
    if (!refetch || !isToAskAnew) return fetchNextPage()
    setAnew('asked')
    const { isError } = await refetch()
    return setAnew(isError ? 'refused' : undefined)
  }
  return (
    <Row justifyContent="center" marginTop={marginTop}>
      {/* The same sentence is heard again only where it had gone. */}
      {(isFetchNextPageError || isAnewRefused) && !isBusy && (
        <Text textStyle="small" color="danger" role="alert" textAlign="center" width="full">
          {sentenceOf(error)}
        </Text>
      )}
      {hasNextPage && (
        <Button
          busy={isBusy || busy}
          busyLabel="Loading..."
          onClick={({ currentTarget }) => {
            noteFocus(currentTarget)
            setIsPressed(true)
            void next()
          }}
          {...rest}
        >
          {children ?? 'Load more'}
        </Button>
      )}
      <Text ref={hasNextPage ? undefined : takeOver} tabIndex={-1} textStyle="small" color="ink.muted">
        {countOf(count, one, many)} shown
      </Text>
    </Row>
  )
}
