import { useParams } from 'react-router-dom'
import type { PathParams } from '#schema/paths.ts'

/** The parameters of the route that a page is shown for; an absent one is the empty string, which no id matches. */
export function useParamsOf<P extends string>(route: { readonly pattern: P }): PathParams<P>
export function useParamsOf({ pattern }: { readonly pattern: string }): Record<string, string> {
  const params = useParams()
  return Object.fromEntries([...pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => [name, params[name] ?? '']))
}
