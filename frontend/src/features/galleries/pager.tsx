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

/** All of it in one line, also at 320 pixels. */
const slim = {
  paddingInline: { base: '3', sm: '5' },
  css: { '& svg': { display: { base: 'none', sm: 'block' } } },
} as const

/** From page to page of a gallery's photos; nothing where there is only one. */
export const Pager = ({ page, pageCount, hasNext, onGo }: PagerProps) =>
  page === 1 && !hasNext ? null : (
    <Row
      as="nav"
      aria-label="Pages"
      justifyContent="center"
      marginTop="10"
      flexWrap="nowrap"
      gap={{ base: '1', sm: '3' }}
    >
      <Button {...slim} disabled={page === 1} onClick={() => onGo(page - 1)}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <Text textStyle="small" paddingInline={{ base: '1', sm: '3' }} whiteSpace="nowrap" aria-current="page">
        Page {page}
        {pageCount !== undefined && ` of ${String(pageCount)}`}
      </Text>
      <Button {...slim} disabled={!hasNext} onClick={() => onGo(page + 1)}>
        Next
        <ChevronRight aria-hidden />
      </Button>
    </Row>
  )
