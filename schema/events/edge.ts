import * as z from 'zod'

/** What the edge is to forget, as the queue of such messages carries it: everything that has one of these tags. */
export const EdgeEvent = z.object({ tags: z.array(z.string().regex(/^[\x21-\x2b\x2d-\x7e]{1,256}$/)).min(1) })
export type EdgeEvent = z.infer<typeof EdgeEvent>

/**
 * The header that carries an answer's cache tags, separated by commas. S3 returns an object's metadata in headers that
 * begin with this prefix, and a distribution reads one header only
 * (docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/invalidation-by-tags.html).
 */
export const edgeTagHeader = 'x-amz-meta-cache-tag'
