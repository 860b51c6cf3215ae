import { createServer } from 'node:http'

/**
 * Storage as a packing function sees it over the network, in a process of its own: an object is as long as its key says
 * (`files/{bytes}/…`), and what is put is read to its end and forgotten.
 */
const chunk = Buffer.alloc(64 * 1_024, 'light')

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  if (request.method === 'GET') {
    let left = Number(url.pathname.split('/').at(-2))
    response.writeHead(200, { 'content-length': left })
    const send = (): void => {
      while (left > 0) {
        const piece = chunk.subarray(0, left)
        left -= piece.length
        if (!response.write(piece)) return void response.once('drain', send)
      }
      response.end()
    }
    return send()
  }
  request.resume()
  request.on('end', () => {
    const xml = url.searchParams.has('uploads')
      ? '<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>'
      : '<CompleteMultipartUploadResult></CompleteMultipartUploadResult>'
    response.writeHead(200, { etag: '"one"', 'content-type': 'application/xml' })
    response.end(request.method === 'POST' ? xml : undefined)
  })
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
