import type { Storage } from './storage.ts'

let shared: Promise<Storage> | undefined
const opened = (): Promise<Storage> => {
  shared ??= import('./s3-storage.ts').then(({ configuredS3Storage }) => configuredS3Storage())
  return shared
}

/** The S3 client is 190 kB and most calls touch no file, so it is read when the first one does. */
export const liveStorage = (): Storage => ({
  allowUpload: async (...args) => (await opened()).allowUpload(...args),
  head: async (...args) => (await opened()).head(...args),
  fetchTo: async (...args) => (await opened()).fetchTo(...args),
  open: async (...args) => (await opened()).open(...args),
  putStream: async (...args) => (await opened()).putStream(...args),
  read: async (...args) => (await opened()).read(...args),
  put: async (...args) => (await opened()).put(...args),
  list: async (...args) => (await opened()).list(...args),
  versionsOf: async (...args) => (await opened()).versionsOf(...args),
  remove: async (...args) => (await opened()).remove(...args),
})
