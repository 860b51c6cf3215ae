import { generateKeyPairSync } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mediaLinks } from '#functions/shared/media-links/media-links.ts'
import { galleryIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { catalogueTime } from '#test/support/costs/catalogue.ts'
import type { Scenario } from '../result.ts'

/** A page of a scan is 1 MB and comes after the one before it. */
const scanPageMs = 58
/** How large a table may be, in GB, so that one person is erased within a day. */
const erasing: Scenario = async (goal) => {
  const readsAll = readFileSync(new URL('../../../scripts/ops/erasing.ts', import.meta.url), 'utf8').includes(
    'whole-table',
  )
  const aDay = Math.floor(86_400_000 / scanPageMs / 1_000)
  return readsAll
    ? {
        method: 'reckoned',
        heldAt: aDay,
        breaksAt: aDay + 1,
        because: `it reads the whole table, ${scanPageMs} ms a megabyte`,
      }
    : {
        method: 'reckoned',
        heldAt: goal,
        because: 'it reads an index of what is theirs, whatever else the table holds',
      }
}

/** Pictures of galleries in use: how many a copy of a function serves without signing any a second time. */
const signing: Scenario = async (goal) => {
  // A short key: what counts is how often one signs.
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 512,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const photo = aPhoto({})
  /** Whether the first of so many galleries is still known when the last one was signed. */
  const remembers = async (galleries: number): Promise<boolean> => {
    let signed = 0
    const privateKeyPem = async () => {
      signed += 1
      return privateKey
    }
    const links = mediaLinks({ siteUrl: 'https://darkslide.test', keyPairId: 'K2', privateKeyPem }, () => catalogueTime)
    for (let n = 0; n < galleries; n++) await links.picture(photo, galleryIdOf(n))
    await links.picture(photo, galleryIdOf(0))
    return signed === galleries
  }
  let heldAt = 0
  let breaksAt: number | undefined
  for (let galleries = goal / 16; galleries <= goal && breaksAt === undefined; galleries *= 2) {
    if (await remembers(galleries)) heldAt = galleries
    else breaksAt = galleries
  }
  const because = breaksAt === undefined ? 'each is signed once' : 'a gallery that was signed is signed again'
  return { method: 'simulated', heldAt, breaksAt, because }
}

export const keepingScenarios = { erasing, signing }
