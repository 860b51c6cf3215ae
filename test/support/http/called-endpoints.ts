import { appendFileSync } from 'node:fs'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { calledVariable } from '../../../scripts/test/called-endpoints.ts'

const noted = new Set<string>()

/** For `npm test`, which fails where no unit test calls an endpoint's operation with a request of its contract. */
export const noteCalled = ({ method, path }: Endpoint): void => {
  const file = process.env[calledVariable]
  const route = `${method} ${path}`
  if (file === undefined || noted.has(route)) return
  noted.add(route)
  appendFileSync(file, `${route}\n`)
}
