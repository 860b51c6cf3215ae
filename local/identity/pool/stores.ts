import { join } from 'node:path'
import type { Context } from 'cognito-local/lib/services/context.js'
import type { DataStore } from 'cognito-local/lib/services/dataStore/dataStore.js'
import type { DataStoreFactory } from 'cognito-local/lib/services/dataStore/factory.js'
import * as z from 'zod'
import { openDocument } from '../document.ts'

/** cognito-local logs whole users, passwords included, at its debug level; it is given nothing to write to. */
export const silently: Context = (() => {
  const nothing = () => undefined
  const logger = { child: () => logger, debug: nothing, info: nothing, warn: nothing, error: nothing }
  return { logger }
})()

/**
 * Keeps what cognito-local stores in one file each. Its own engine writes files in place and finds inherited properties
 * where it looks for a user (`__proto__`).
 */
export const fileStores = (directory: string): DataStoreFactory => ({
  create: async (_context, id, defaults) =>
    dataStore(await openDocument(join(directory, `${id}.json`), tree, () => ({ ...defaults }))),
})

const dataStore = ({ value: root, save }: { value: Tree; save: () => Promise<void> }): DataStore => ({
  get: async (_context: Context, key: string | string[], otherwise?: unknown) => {
    const { parent, name } = locate(root, key)
    const found = parent !== undefined && Object.hasOwn(parent, name) ? parent[name] : undefined
    return copy(found ?? otherwise ?? null)
  },
  getRoot: async () => copy(root),
  set: async (_context, key, value) => {
    const { parent, name } = locate(root, key)
    if (parent === undefined) throw new Error('There is nothing to set that in.')
    parent[name] = JSON.parse(JSON.stringify(value))
    await save()
  },
  delete: async (_context, key) => {
    const { parent, name } = locate(root, key)
    if (parent !== undefined) delete parent[name]
    await save()
  },
})

type Tree = Record<string, unknown>

const tree = z.record(z.string(), z.unknown())

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null && !Array.isArray(value)

const locate = (root: Tree, key: string | string[]): { parent: Tree | undefined; name: string } => {
  const path = Array.isArray(key) ? key : [key]
  const parent = path.slice(0, -1).reduce<Tree | undefined>((at, name) => {
    const next = at !== undefined && Object.hasOwn(at, name) ? at[name] : undefined
    return isTree(next) ? next : undefined
  }, root)
  return { parent, name: path.at(-1) ?? '' }
}

/** What goes in or out is a copy. Untyped, as the library's interface for it is. */
const copy = (value: unknown) =>
  JSON.parse(JSON.stringify(value), (name, inner) =>
    // The library expects Date objects under every name that ends so.
    name.endsWith('Date') && typeof inner === 'string' ? new Date(inner) : inner,
  )
