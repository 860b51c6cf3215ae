import { type ComponentProps, useState } from 'react'
import { Button } from './button.tsx'
import { Row, Text } from './layout.tsx'
import { useFocusHandOver } from './use-focus-hand-over.ts'

type LoadMoreProps = Pick<ComponentProps<typeof Button>, 'size' | 'children'> & {
  /** A list that is read page by page. */
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  /** How many there are by now: "20 photos". */
  shown: string
  /** Also while something else of the list is on its way. */
  busy?: boolean
  marginTop?: ComponentProps<typeof Row>['marginTop']
}

/** The way to the next page of a list. The press that brings the last one leaves the focus on how many there are. */
export const LoadMore = ({ pages, shown, busy = false, marginTop, children = 'Load more', ...rest }: LoadMoreProps) => {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const { noteFocus, takeOver } = useFocusHandOver()
  const [isPressed, setIsPressed] = useState(false)
  if (!hasNextPage && !isPressed) return null
  return (
    <Row justifyContent="center" marginTop={marginTop}>
      {hasNextPage && (
        <Button
          busy={isFetchingNextPage || busy}
          busyLabel="Loading..."
          onClick={({ currentTarget }) => {
            noteFocus(currentTarget)
            setIsPressed(true)
            void fetchNextPage()
          }}
          {...rest}
        >
          {children}
        </Button>
      )}
      <Text ref={hasNextPage ? undefined : takeOver} tabIndex={-1} textStyle="small" color="ink.muted">
        {shown} shown
      </Text>
    </Row>
  )
}
