import { api } from '#schema/api/all.ts'
import type { SubjectSpec } from '#schema/api/endpoint.ts'

const addresses = Object.values<SubjectSpec>(api).flatMap(({ endpoints }) =>
  Object.values(endpoints).map(({ method, path }) => ({
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
    parts: `/api${path}`.split('/'),
  })),
)

/** The methods that a path of the API has, sorted; none where there is nothing at it. */
export const allowedMethods = (path: string): string[] => {
  const asked = path.split('/')
  const fits = (part: string, at: number): boolean => (part.startsWith('{') ? asked[at] !== '' : part === asked[at])
  const found = addresses.filter(({ parts }) => parts.length === asked.length && parts.every(fits))
  return [...new Set(found.flatMap(({ methods }) => methods))].sort()
}
