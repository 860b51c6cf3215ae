import { CloudFrontClient, CreateInvalidationCommand } from '@aws-sdk/client-cloudfront'
import { expect, test } from 'vitest'
import { cloudFrontApi } from '#local/front/cloudfront-api.ts'
import { edgeCache } from '#local/front/edge-cache.ts'
import { aStillClock, credentials, region, serving } from '#test/local/support.ts'

const policy = { query: 'all', headers: [], minTtl: 0, defaultTtl: 0, maxTtl: 600 } as const
const anAnswer = (overrides: object = {}) => ({
  status: 200,
  headers: { 'cache-control': 'public, s-maxage=300', 'x-amz-meta-cache-tag': 'gallery:Gal_1, owner:o' },
  body: Buffer.from('{}'),
  ...overrides,
})
const withControl = (control: string) => anAnswer({ headers: { 'cache-control': control } })

const setup = (maxBytes?: number) => {
  const clock = aStillClock()
  const cache = edgeCache({ nowMs: clock.now, ...(maxBytes !== undefined && { maxBytes }) })
  const at = (path = '/api/galleries/gal_1', key: string[] = ['']) => cache.place(path, key, policy)
  return { clock, cache, at }
}

test('an answer is kept by its path and key, for as long as it says', () => {
  const { at, clock } = setup()
  at().keep(anAnswer())
  expect(at().find()?.body.toString()).toBe('{}')
  expect([at('/api/galleries/gal_2').find(), at(undefined, ['page=2']).find()]).toEqual([undefined, undefined])
  clock.advance(299_000)
  expect(at().find()).toBeDefined()
  clock.advance(1_000)
  expect(at().find()).toBeUndefined()
})

test.each(['private, no-store', 'no-cache', 'public, s-maxage=0', ''])('"%s" is not kept', (control) => {
  const { at } = setup()
  at().keep(withControl(control))
  expect(at().find()).toBeUndefined()
})

test('no longer than the policy allows, and no error', () => {
  const { at, clock } = setup()
  at().keep(withControl('public, max-age=31536000'))
  clock.advance(600_000)
  expect(at().find()).toBeUndefined()
  at().keep(anAnswer({ status: 404 }))
  expect(at().find()).toBeUndefined()
})

test('what is called back is gone: by tag whatever its case, by path, and by the beginning of one', () => {
  for (const item of ['#GALLERY:gal_1', '#owner:o', '/api/galleries/gal_1', '/api/gal*']) {
    const { at, cache } = setup()
    at().keep(anAnswer())
    cache.forget(['#gallery:gal_10', '/api/galleries/gal_', '#owner'])
    expect(at().find()).toBeDefined()
    cache.forget([item])
    expect(at().find()).toBeUndefined()
  }
})

test('an answer that was on its way when it was called back is not kept', () => {
  const { at, cache } = setup()
  const asked = at()
  cache.forget(['#gallery:gal_1'])
  asked.keep(anAnswer())
  expect(at().find()).toBeUndefined()
  at().keep(anAnswer())
  expect(at().find()).toBeDefined()
})

test('it holds no more than it may: the oldest go', () => {
  const { at } = setup(80)
  for (const n of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]) at(`/${n}`).keep(anAnswer({ body: Buffer.alloc(10) }))
  expect([at('/1').find(), at('/11').find()]).toEqual([undefined, expect.anything()])
})

test('CloudFront’s own client calls back by tags and paths; a malformed item is refused', async () => {
  const forgotten: string[] = []
  const endpoint = await serving(cloudFrontApi((items) => void forgotten.push(...items)))
  const client = new CloudFrontClient({ endpoint, region, credentials, maxAttempts: 1 })
  const call = (Items: string[]) =>
    client.send(
      new CreateInvalidationCommand({
        DistributionId: 'ELOCAL',
        InvalidationBatch: { CallerReference: 'x', Paths: { Quantity: Items.length, Items } },
      }),
    )
  expect((await call(['#gallery:gal_1', '/media/gal_1/*'])).Invalidation?.Status).toBe('Completed')
  expect(forgotten).toEqual(['#gallery:gal_1', '/media/gal_1/*'])
  for (const item of ['gallery:gal_1', '#a,b', '/media/*/x']) {
    await expect(call([item])).rejects.toMatchObject({ name: 'InvalidArgument' })
  }
})
