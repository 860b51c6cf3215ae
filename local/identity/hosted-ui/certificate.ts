import { X509Certificate } from 'node:crypto'
import { join } from 'node:path'
import * as z from 'zod'
import { openDocument } from '../document.ts'

export type Certificate = { key: string; cert: string }

const dayMs = 24 * 3600_000
/** Browsers take no certificate of a longer life (CA/Browser Forum ballot SC22: 398 days). */
const lifetimeMs = 397 * dayMs

/**
 * A self-signed certificate for `localhost`, made at the first start and again a week before it expires. Kept, so that
 * whoever told their browser to go on past its warning is not asked again after a restart.
 */
export const openCertificate = async ({ stateDir }: { stateDir: string }): Promise<Certificate> => {
  const document = await openDocument(join(stateDir, 'certificate.json'), certificate, make)
  const expiresAtMs = Date.parse(new X509Certificate(document.value.cert).validTo)
  if (expiresAtMs - Date.now() < 7 * dayMs) {
    Object.assign(document.value, await make())
    await document.save()
  }
  return document.value
}

const certificate = z.object({ key: z.string(), cert: z.string() })

const make = async (): Promise<Certificate> => {
  // Loaded only when one has to be made: it takes longer to load than all the rest here.
  const { generate } = await import('selfsigned')
  const { private: key, cert } = await generate([{ name: 'commonName', value: 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - dayMs),
    notAfterDate: new Date(Date.now() - dayMs + lifetimeMs),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: 'localhost' },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  })
  return { key, cert }
}
