import { api } from '#schema/api/all.ts'
import type { Endpoint, SubjectSpec } from '#schema/api/endpoint.ts'
import { prepared, type World } from './prepared.ts'
import type { Loose } from './send.ts'

export type Listed = {
  /** "galleries.browse" */
  name: string
  endpoint: Endpoint
  request: (world: World) => Loose
}

const subjects: SubjectSpec[] = Object.values(api)
const requests: Readonly<Record<string, Readonly<Record<string, (world: World) => Loose>>>> = prepared

/**
 * Reads before writes, writes that change before writes that take away, small things before what holds them: so each
 * finds the world that it needs.
 */
const order = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
const takesAway = ['proofing', 'photos', 'galleries']

const rank = ({ name, endpoint: { method } }: Listed) =>
  order.indexOf(method) * 10 + (method === 'DELETE' ? takesAway.indexOf(name.split('.')[0] ?? '') : 0)

/** Every endpoint of the contract with its prepared request. */
export const listedEndpoints: readonly Listed[] = subjects
  .flatMap(({ name: subject, endpoints }) =>
    Object.entries(endpoints).map(([name, endpoint]): Listed => {
      const request = requests[subject]?.[name]
      if (!request) throw new Error(`There is no prepared request for ${subject}.${name}.`)
      return { name: `${subject}.${name}`, endpoint, request }
    }),
  )
  .toSorted((a, b) => rank(a) - rank(b))

export const isOwned = ({ endpoint: { access } }: Pick<Listed, 'endpoint'>): boolean =>
  access === 'photographer' || access === 'subscriber'
