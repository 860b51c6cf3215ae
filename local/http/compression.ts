import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compress = {
  br: (bytes: Buffer) => promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes),
}

export type Encoding = keyof typeof compress

const isCompressible = (type: string) => /^(text|application\/(json|xml|manifest|javascript))|svg/.test(type)

/** What CloudFront would send of this type to a browser that accepts these encodings; `undefined` for the plain bytes. */
export const encodingFor = (type: string, accepted: string | undefined): Encoding | undefined => {
  if (!isCompressible(type)) return undefined
  return accepted?.includes('br') ? 'br' : accepted?.includes('gzip') ? 'gzip' : undefined
}

export const encoded = (bytes: Buffer, encoding: Encoding): Promise<Buffer> => compress[encoding](bytes)
