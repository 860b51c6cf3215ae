import * as z from 'zod'
import { assumed } from '#schema/assumed.ts'
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
  return assumed<Record<N, number>>(ports, 'the loop has given each name its port')
}
