import { createHash } from 'node:crypto'
import type { Release } from '#schema/release.ts'

/** Tells one release of the pages from another: of the names of its files, in which their content is. */
export const releasePrint = ({ files }: Release): string =>
  createHash('sha256').update(JSON.stringify({ files })).digest('hex')
