import { api } from '#schema/api/all.ts'
import type { SubjectSpec } from '#schema/api/endpoint.ts'
import { servedAddresses } from '#schema/served-pages.ts'

const described = Object.values<SubjectSpec>(api).flatMap(({ endpoints }) =>
  Object.values(endpoints).map(({ method, path }) => ({ method, path: `/api${path}` })),
)
const served = Object.values(servedAddresses).map((path) => ({ method: 'GET', path }))
const addresses = [...described, ...served].map(({ method, path }) => ({
  methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
  parts: path.split('/'),
}))

/** The methods that a path of the API or of a served page has, sorted; none where there is nothing at it. */
export const allowedMethods = (path: string): string[] => {
  const asked = path.split('/')
  const fits = (part: string, at: number): boolean => (part.startsWith('{') ? asked[at] !== '' : part === asked[at])
  const found = addresses.filter(({ parts }) => parts.length === asked.length && parts.every(fits))
  return [...new Set(found.flatMap(({ methods }) => methods))].sort()
}
