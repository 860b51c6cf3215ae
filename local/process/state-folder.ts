import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { StartFailure } from './start-failure.ts'

/** Raised whenever an older folder can no longer be read. */
const format = 1
const marker = 'darkslide-state.json'
const Marker = z.object({ format: z.number() })

const isEmpty = (folder: string) => !existsSync(folder) || readdirSync(folder).length === 0

/**
 * Makes the folder that holds everything a restart must find again, or checks the one that is there.
 * With `fresh` an old one is removed first, but never a folder that this system did not make.
 */
export const openStateFolder = (folder: string, { fresh = false } = {}) => {
  const markerPath = join(folder, marker)
  if (!isEmpty(folder) && !existsSync(markerPath))
    throw new StartFailure(
      `The state folder ${folder} holds files that Darkslide did not make: move them away, then start again.`,
    )
  if (fresh) rmSync(folder, { recursive: true, force: true })
  const isNew = isEmpty(folder)
  if (isNew) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(markerPath, JSON.stringify({ format }))
  } else if (formatOf(markerPath) !== format)
    throw new StartFailure(
      `The state folder ${folder} is damaged or from another version: "npm start -- --fresh" starts over.`,
    )
  return { isNew }
}

const formatOf = (path: string) => {
  try {
    return Marker.parse(JSON.parse(readFileSync(path, 'utf8'))).format
  } catch {
    return undefined
  }
}
