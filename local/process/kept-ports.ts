import * as z from 'zod'
import { freePort, isFreePort } from './free-port.ts'
import { keptJson } from './kept-json.ts'

/** The same ports as at the last start where they are still free, others where not: tokens name the port they came from. */
export const keptPorts = async <N extends string>(path: string, names: readonly N[]): Promise<Record<N, number>> => {
  const kept = keptJson(path, z.record(z.string(), z.int()), () => ({}))
  const ports: Record<string, number> = {}
  for (const name of names) {
    const before = kept.get()[name]
    ports[name] = before !== undefined && (await isFreePort(before)) ? before : await freePort()
  }
  kept.set(ports)
  return z.custom<Record<N, number>>().parse(ports)
}
