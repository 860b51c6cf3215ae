import * as z from 'zod'

/** Lies beside the pages: which hashed files the release brought. Its earlier versions tell of earlier releases. */
export const releaseKey = 'release.json'
/** Where the hashed files lie. */
export const hashedFilesPrefix = 'assets/'
export const Release = z.object({ files: z.array(z.string().startsWith(hashedFilesPrefix)).min(1) })
export type Release = z.infer<typeof Release>
