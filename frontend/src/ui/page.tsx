import { chakra } from '@chakra-ui/react'
import { type ReactNode, useEffect } from 'react'
import { Box, Column, Heading, Hidden, Row, Text } from './layout.tsx'

const siteName = 'Darkslide'

/** Names the tab: "Browse · Darkslide". */
const useDocumentTitle = (title: string | undefined) => {
  useEffect(() => {
    document.title = title ? `${title} · ${siteName}` : `${siteName}: sell your photographs, one by one`
  }, [title])
}

const Main = chakra('main', {
  base: {
    flex: '1',
    width: 'full',
    // What follows a page begins below the first screen, however short the page or its skeleton is: nothing on the
    // screen moves when the page comes.
    minHeight: '100dvh',
    outline: 'none',
  },
  variants: {
    room: { page: { paddingTop: { base: '10', md: '14' }, paddingBottom: { base: '16', md: '24' } }, none: {} },
  },
  defaultVariants: { room: 'page' },
})

type PageProps = {
  /** The heading, and the name of the tab. */
  title: string
  /** Shown instead of the plain title. */
  heading?: ReactNode
  /** Stands above the title. */
  above?: ReactNode
  /** One sentence under the title. */
  lead?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  /** For reading and forms. */
  narrow?: boolean
  /** While true the page is announced as busy. */
  loading?: boolean
  children: ReactNode
}

/** A page: one main landmark, one first heading, the site's column. */
export const Page = ({
  title,
  heading,
  above,
  lead,
  actions,
  narrow = false,
  loading = false,
  children,
}: PageProps) => {
  useDocumentTitle(title)
  return (
    <Main id="main" tabIndex={-1} aria-busy={loading || undefined}>
      <Column narrow={narrow}>
        {above}
        <Row
          justifyContent="space-between"
          alignItems={{ base: 'center', sm: 'flex-end' }}
          columnGap={{ base: '3', sm: '6' }}
          rowGap="5"
          marginBottom={{ base: '8', md: '10' }}
        >
          {/* No narrower than its longest word: what stands beside it goes below. A word wider than the page is broken.
              A sentence takes the whole line of a phone. */}
          <Box flex={{ base: lead ? '1 1 100%' : '1 1 12rem', sm: '1 1 16rem' }} maxWidth="full">
            <Heading as="h1" look="title" overflowWrap="break-word">
              {heading ?? title}
            </Heading>
            {lead && (
              <Text textStyle="lead" marginTop="3" maxWidth="text">
                {lead}
              </Text>
            )}
          </Box>
          {actions && <Row>{actions}</Row>}
        </Row>
        {children}
      </Column>
    </Main>
  )
}

/** The first heading of a page that shows only its shape so far: seen by nobody, said when it comes. */
export const LoadingHeading = ({ children }: { children: string }) => (
  <Hidden as="div" role="status">
    <h1>{children}</h1>
  </Hidden>
)

/** A main landmark without heading or column, for pages that lay themselves out. */
export const BarePage = ({
  title,
  loading = false,
  children,
}: {
  title: string | undefined
  loading?: boolean
  children: ReactNode
}) => {
  useDocumentTitle(title)
  return (
    <Main id="main" tabIndex={-1} room="none" aria-busy={loading || undefined}>
      {children}
    </Main>
  )
}
