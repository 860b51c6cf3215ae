import { generateKeyPairSync } from 'node:crypto'
import { mediaLinks } from '#functions/shared/media-links/media-links.ts'
import { accountToErase, strangersThings } from '#test/support/accounts/account-to-erase.ts'
import { galleryIdOf } from '#test/support/builders/ids.ts'
import { aPhoto } from '#test/support/builders/photo.ts'
import { catalogueTime } from '#test/support/costs/catalogue.ts'
import { delays } from '../limits.ts'
import type { Scenario } from '../result.ts'

/** How much one request to the table brings at most (DynamoDB's page). */
const pageGb = 0.001
/** What somebody else's photo, its order and its line are in a table of years. */
const strangerBytes = 4_000

/**
 * How large a table may be, in GB, so that one person is erased within a day: the same person is erased from a table where
 * others have nothing, and from one where they have very much. Requests that the others' items cost are multiplied.
 */
const erasing: Scenario = async (goal) => {
  const [few, many] = [0, 2_000]
  const alone = await requestsOfErasing(few)
  const requests = await requestsOfErasing(many)
  const perGb = (requests - alone) / Math.max((many * strangerBytes) / 1e9, pageGb)
  const aDay = Math.floor((86_400_000 / delays.page.ms - alone) / perGb)
  if (requests > alone)
    return { method: 'sampled', heldAt: aDay, breaksAt: aDay + 1, because: `${perGb} requests for each GB of others` }
  const because = `${alone} requests for a person with something of each kind, whatever others have`
  return { method: 'sampled', heldAt: goal, because }
}

const requestsOfErasing = async (strangers: number): Promise<number> => {
  const world = await accountToErase()
  await strangersThings(world, strangers)
  let requests = 0
  await world
    .erasing(async (call, moment) => {
      if (call.startsWith('table.') && moment === 'before') requests += 1
      return undefined
    })
    .run()
  return requests
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
