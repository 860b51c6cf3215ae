import { ChakraProvider } from '@chakra-ui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { shouldRetry } from '#frontend/shared/api/retries.ts'
import { CartProvider } from '#frontend/shared/cart/cart.tsx'
import type { AuthSession } from '#frontend/shared/session/auth-session.ts'
import { SessionProvider } from '#frontend/shared/session/session.tsx'
import { system } from '#frontend/ui/theme.ts'

const makeQueries = () =>
  new QueryClient({
    defaultOptions: { queries: { retry: shouldRetry, refetchOnWindowFocus: false }, mutations: { retry: false } },
  })

type ProvidersProps = {
  children: ReactNode
  /** Given by tests. */
  session?: AuthSession
  queries?: QueryClient
}

/** Everything a page may ask for by a hook: theme, questions and answers, session, cart. */
export const Providers = ({ children, session, queries: given }: ProvidersProps) => {
  const [queries] = useState(() => given ?? makeQueries())
  return (
    <ChakraProvider value={system}>
      <QueryClientProvider client={queries}>
        <SessionProvider {...(session && { session })}>
          <CartProvider>{children}</CartProvider>
        </SessionProvider>
      </QueryClientProvider>
    </ChakraProvider>
  )
}
