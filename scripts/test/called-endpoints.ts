import { readFile } from 'node:fs/promises'
import { api } from '#schema/api/all.ts'
import type { SubjectSpec } from '#schema/api/endpoint.ts'

/** Names the file that the unit tests' requests note the routes in that they call, a line each; unset where somebody runs them by hand. */
export const calledVariable = 'CALLED_ENDPOINTS_FILE'

/** The endpoints of the contract whose routes are not in the file, as `subject.name`: all of them where there is no file. */
export const uncalledEndpoints = async (file: string): Promise<string[]> => {
  const called = new Set((await readFile(file, 'utf8').catch(() => '')).split('\n'))
  const subjects: SubjectSpec[] = Object.values(api)
  return subjects.flatMap(({ name: subject, endpoints }) =>
    Object.entries(endpoints)
      .filter(([, { method, path }]) => !called.has(`${method} ${path}`))
      .map(([name]) => `${subject}.${name}`),
  )
}
