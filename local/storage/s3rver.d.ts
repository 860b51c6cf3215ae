declare module '@20minutes/s3rver' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  namespace S3rver {
    type Metadata = Record<string, string | number>

    type ObjectEvent = {
      Records: readonly {
        eventName: string
        s3: { bucket: { name: string }; object: { key: string } }
      }[]
    }

    /** The files behind a server; an object is three of them beside each other. */
    type Store = {
      /** Rejects with ENOENT when there is no such object. */
      getMetadata(bucket: string, key: string): Promise<Metadata>
      putMetadata(bucket: string, key: string, metadata: Metadata, md5: string): Promise<void>
      getResourcePath(bucket: string, key: string, resource: string): string
      putBucket(bucket: string): Promise<unknown>
      /** Rejects with ENOENT when there is no such object and nothing beside it. */
      deleteObject(bucket: string, key: string): Promise<void>
      listObjects(bucket: string, options: { prefix: string }): Promise<{ objects: readonly { key: string }[] }>
    }
  }

  class S3rver {
    constructor(options: { silent: boolean; directory: string; vhostBuckets: boolean })
    readonly store: S3rver.Store
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    on(name: 'event', listener: (event: S3rver.ObjectEvent) => void): this
  }

  export = S3rver
}
