import { type ComponentProps, useState } from 'react'
import { countOf } from '#frontend/shared/format/counts.ts'
import { Button } from '#frontend/ui/button.tsx'
import { Row, Text } from '#frontend/ui/layout.tsx'
import { useFocusHandOver } from '#frontend/ui/use-focus-hand-over.ts'

type LoadMoreProps = Pick<ComponentProps<typeof Button>, 'size' | 'busy' | 'children'> & {
  /** A list that is read page by page. */
  pages: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  /** How many there are by now. */
  count: number
  /** What they are: "gallery", and "galleries". */
  one: string
  many?: string
  marginTop?: ComponentProps<typeof Row>['marginTop']
}

/** The way to the next page of a list. The press that brings the last one leaves the focus on how many there are. */
export const LoadMore = ({ pages, count, one, many, busy = false, marginTop, children, ...rest }: LoadMoreProps) => {
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages
  const { noteFocus, takeOver } = useFocusHandOver()
  const [isPressed, setIsPressed] = useState(false)
  if (!hasNextPage && !(isPressed && count > 0)) return null
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
          {children ?? 'Load more'}
        </Button>
      )}
      <Text ref={hasNextPage ? undefined : takeOver} tabIndex={-1} textStyle="small" color="ink.muted">
        {countOf(count, one, many)} shown
      </Text>
    </Row>
  )
}
