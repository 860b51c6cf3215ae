import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '#frontend/ui/button.tsx'
import { Row, Text } from '#frontend/ui/layout.tsx'

type PagerProps = {
  page: number
  /** `undefined` while nobody knows: a search. */
  pageCount: number | undefined
  hasNext: boolean
  onGo: (page: number) => void
}

/** From page to page of a gallery's photos; nothing where there is only one. */
export const Pager = ({ page, pageCount, hasNext, onGo }: PagerProps) =>
  page === 1 && !hasNext ? null : (
    <Row as="nav" aria-label="Pages" justifyContent="center" marginTop="10">
      <Button disabled={page === 1} onClick={() => onGo(page - 1)}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <Text textStyle="small" paddingInline="3" aria-current="page">
        Page {page}
        {pageCount !== undefined && ` of ${String(pageCount)}`}
      </Text>
      <Button disabled={!hasNext} onClick={() => onGo(page + 1)}>
        Next
        <ChevronRight aria-hidden />
      </Button>
    </Row>
  )
