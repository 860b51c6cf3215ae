import { AsyncLocalStorage } from 'node:async_hooks'
import { settings } from '#schema/settings.ts'

export type Environment = (name: string) => string | undefined

const current = new AsyncLocalStorage<Environment>()
const machine = process.env
const isSetting = (name: string) => Object.hasOwn(settings, name)

// Every Lambda has an environment of its own; here they share a process. While a function runs, its variables stand
// before the machine's, and a setting that nobody granted it is missing, as it would be in the cloud.
const perFunction = new Proxy(machine, {
  get(target, name, receiver) {
    const environment = current.getStore()
    if (environment === undefined || typeof name !== 'string') return Reflect.get(target, name, receiver)
    return environment(name) ?? (isSetting(name) ? undefined : Reflect.get(target, name, receiver))
  },
  has: (target, name) =>
    (typeof name === 'string' && current.getStore()?.(name) !== undefined) || Reflect.has(target, name),
  set: (target, name, value) => Reflect.set(target, name, value),
})

/** Runs `work`, and whatever it starts, with a function's environment in `process.env`. */
export const withEnvironment = <T>(environment: Environment, work: () => T): T => {
  if (process.env !== perFunction) process.env = perFunction
  return current.run(environment, work)
}
