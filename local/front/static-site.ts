import { existsSync, readFileSync, statSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { type Encoding, encoded, encodingFor } from '#local/http/compression.ts'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.ico': 'image/x-icon',
  '.map': 'application/json',
}
type Page = { bytes: Buffer; type: string; etag: string; encoded: Map<Encoding, Promise<Buffer>> }

/** Whether the site has this file. Addresses that name none are pages. */
export const holdsFile = (folder: string, path: string): boolean => {
  const file = join(folder, normalize(path))
  return file.startsWith(folder) && existsSync(file) && statSync(file).isFile()
}

/**
 * Serves the built site as CloudFront does from its bucket: hashed files for a year, everything else asked for anew, and
 * `index.html` for every address that names no file. Files are kept in memory, compressed when first asked for.
 */
export const staticSite = (folder: string) => {
  const pages = new Map<string, Page>()
  const pageOf = (path: string): Page | undefined => {
    const file = join(folder, normalize(path))
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) return undefined
    const { mtimeMs, size } = statSync(file)
    const etag = `"${Math.round(mtimeMs).toString(36)}-${size.toString(36)}"`
    const known = pages.get(file)
    if (known?.etag === etag) return known
    const page: Page = {
      bytes: readFileSync(file),
      type: types[extname(file)] ?? 'application/octet-stream',
      etag,
      encoded: new Map(),
    }
    pages.set(file, page)
    return page
  }

  return async (request: IncomingMessage, response: ServerResponse, path: string): Promise<void> => {
    const lastPart = path.slice(path.lastIndexOf('/') + 1)
    const wanted = lastPart.includes('.') ? path : '/index.html'
    const page = request.method === 'GET' || request.method === 'HEAD' ? pageOf(wanted) : undefined
    if (!page) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
      response.end('There is no such file.')
      return
    }
    const headers = {
      'content-type': page.type,
      etag: page.etag,
      vary: 'accept-encoding',
      'cache-control': wanted.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    }
    if (request.headers['if-none-match'] === page.etag) {
      response.writeHead(304, headers)
      response.end()
      return
    }
    const encoding = encodingFor(page.type, String(request.headers['accept-encoding']))
    if (encoding && !page.encoded.has(encoding)) page.encoded.set(encoding, encoded(page.bytes, encoding))
    const bytes = (encoding && (await page.encoded.get(encoding))) ?? page.bytes
    response.writeHead(200, {
      ...headers,
      'content-length': bytes.length,
      ...(encoding && { 'content-encoding': encoding }),
    })
    response.end(request.method === 'HEAD' ? undefined : bytes)
  }
}
