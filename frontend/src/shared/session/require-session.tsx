import { Fragment, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '#frontend/app/paths.ts'
import { PageLoading } from '#frontend/ui/page-loading.tsx'
import { useSession } from './session.tsx'

/**
 * Shows its children to a signed-in user; sends others to sign in, and remembers where they wanted to go. A page whose
 * session ended stays as it is, with what was typed, below what `whenEnded` shows.
 */
export const RequireSession = ({ children, whenEnded }: { children: ReactNode; whenEnded?: ReactNode }) => {
  const { loading, user, ended } = useSession()
  const { pathname, search } = useLocation()
  if (loading) return <PageLoading />
  if (!user) return <Navigate to={paths.auth()} replace state={{ from: `${pathname}${search}` }} />
  return (
    <>
      <Fragment key={user.userId}>{children}</Fragment>
      {ended && whenEnded}
    </>
  )
}
