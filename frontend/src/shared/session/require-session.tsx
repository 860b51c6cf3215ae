import { Fragment, type ReactNode, useEffect } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { Button } from '#frontend/ui/button.tsx'
import { Column } from '#frontend/ui/layout.tsx'
import { BarePage } from '#frontend/ui/page.tsx'
import { PageLoading } from '#frontend/ui/page-loading.tsx'
import { EmptyState } from '#frontend/ui/surface.tsx'
import { paths } from '#schema/paths.ts'
import { useSession } from './session.tsx'

/** In the place of an own page whose session could not be opened; goes on by itself when the connection is back. */
const SessionUnreachable = () => {
  const { start, leave } = useSession()
  useEffect(() => {
    addEventListener('online', start)
    return () => removeEventListener('online', start)
  }, [start])
  return (
    <BarePage title="No connection">
      <Column paddingBlock={{ base: '16', md: '28' }}>
        <EmptyState
          as="h1"
          title="Your account could not be reached"
          action={
            <>
              <Button variant="accent" onClick={start}>
                Try again
              </Button>
              <Button onClick={leave}>Sign in again</Button>
            </>
          }
        >
          You are still signed in; only the connection is missing. What you typed is kept.
        </EmptyState>
      </Column>
    </BarePage>
  )
}

/**
 * Shows its children to a signed-in user; sends others to sign in, and remembers where they wanted to go. A page whose
 * session ended stays as it is, with what was typed, below what `whenEnded` shows.
 */
export const RequireSession = ({ children, whenEnded }: { children: ReactNode; whenEnded?: ReactNode }) => {
  const { loading, user, ended, unreachable } = useSession()
  const { pathname, search } = useLocation()
  if (unreachable) return <SessionUnreachable />
  if (loading) return <PageLoading />
  if (!user) return <Navigate to={paths.auth()} replace state={{ from: `${pathname}${search}` }} />
  return (
    <>
      <Fragment key={user.userId}>{children}</Fragment>
      {ended && whenEnded}
    </>
  )
}
