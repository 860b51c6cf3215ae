/** The storage answered with something else than success; 0: there was no answer. */
export class PutFailure extends Error {
  readonly status: number

  constructor(status: number) {
    super(
      status === 0
        ? 'The connection was lost. Please try again.'
        : `The storage did not take the file (${String(status)}). Please try again.`,
    )
    this.name = 'PutFailure'
    this.status = status
  }
}

/** The file is not where it was chosen from, or was changed there since: a card that was pulled. */
export class FileUnreadable extends Error {
  constructor() {
    super('This file cannot be read any more. Choose it again.')
  }
}
/** @throws FileUnreadable */
export const checkReadable = async (file: Blob): Promise<void> => {
  try {
    await file.slice(0, 1).arrayBuffer()
  } catch {
    throw new FileUnreadable()
  }
}

export type PutRequest = {
  url: string
  headers: Readonly<Record<string, string>>
  file: Blob
  signal: AbortSignal
  /** From 0 to 1, as the bytes leave. */
  onProgress: (sent: number) => void
}
export type PutFile = (request: PutRequest) => Promise<void>

/** Puts a file where its signed address says; `fetch` cannot tell how far it is. */
export const putFile: PutFile = ({ url, headers, file, signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('PUT', url)
    for (const [name, value] of Object.entries(headers)) {
      // The browser writes this one itself and refuses to be told.
      if (name.toLowerCase() !== 'content-length') request.setRequestHeader(name, value)
    }
    request.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded / event.total)
    request.onload = () => {
      if (request.status >= 200 && request.status < 300) resolve()
      else reject(new PutFailure(request.status))
    }
    request.onerror = () => reject(new PutFailure(0))
    request.onabort = () => reject(new DOMException('Removed from the list', 'AbortError'))
    signal.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
