import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { paths } from '#frontend/app/paths.ts'
import { PageLoading } from '#frontend/ui/page-loading.tsx'
import { useSession } from './session.tsx'

/** Shows its children to a signed-in user; sends others to sign in, and remembers where they wanted to go. */
export const RequireSession = ({ children }: { children: ReactNode }) => {
  const { loading, user } = useSession()
  const { pathname, search } = useLocation()
  if (loading) return <PageLoading />
  if (!user) return <Navigate to={paths.auth()} replace state={{ from: `${pathname}${search}` }} />
  return children
}
