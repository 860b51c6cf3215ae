import { ChakraProvider } from '@chakra-ui/react'
import { CacheProvider } from '@emotion/react'
import { type Query, QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { retryDelay, shouldRetry } from '#frontend/shared/api/retries.ts'
import { CartProvider } from '#frontend/shared/cart/cart.tsx'
import type { AuthSession } from '#frontend/shared/session/auth-session.ts'
import { SessionProvider } from '#frontend/shared/session/session.tsx'
import { freshStyles, type Styles } from '#frontend/ui/styles.ts'
import { system, withoutGlobals } from '#frontend/ui/theme.ts'

/** Milliseconds: the signature of a picture's address lives twelve hours or more (functions/shared/media-links). */
const oldMs = 11 * 3_600_000
/** A tab that was left open and is looked at again: its pictures would not come any more. */
const isOld = ({ state }: Pick<Query, 'state'>) =>
  state.dataUpdatedAt > 0 && Date.now() > state.dataUpdatedAt + oldMs ? 'always' : false

/** The cache of queries and their answers for one visit. */
export const makeQueries = () =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: shouldRetry, retryDelay, refetchOnWindowFocus: isOld },
      // Without a connection a change fails at once, instead of being sent later without the user's knowledge.
      mutations: { retry: false, networkMode: 'always' },
    },
  })

type ProvidersProps = {
  children: ReactNode
  /** Given by tests. */
  session?: AuthSession
  /** Given where answers are known already: with a page that the server drew. */
  queries?: QueryClient
  /** Given where the page has styles already. */
  styles?: Styles
}

/** Everything a page may ask for by a hook: theme, questions and answers, session, cart. */
export const Providers = ({ children, session, queries: givenQueries, styles: givenStyles }: ProvidersProps) => {
  const [queries] = useState(() => givenQueries ?? makeQueries())
  const [{ cache, hasGlobals }] = useState(() => givenStyles ?? freshStyles())
  return (
    <CacheProvider value={cache}>
      <ChakraProvider value={hasGlobals ? withoutGlobals : system}>
        <QueryClientProvider client={queries}>
          <SessionProvider {...(session && { session })}>
            <CartProvider>{children}</CartProvider>
          </SessionProvider>
        </QueryClientProvider>
      </ChakraProvider>
    </CacheProvider>
  )
}
