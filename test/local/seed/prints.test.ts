import exifr from 'exifr'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { localNumberReader } from '#local/numbers/local-number-reader.ts'
import { photographers } from '#local/seed/market.ts'
import { prints } from '#local/seed/prints.ts'

const reader = localNumberReader()
afterAll(reader.close)

test('runners of the demo’s race stand in a print that is small enough to be read in a second, and are read', async () => {
  const print = await prints.crop('woodland-stream.jpg', 5, 22)
  const shown = await prints.withRunners(print, ['214', '7', '2051'], '2026-05-10T09:35:20')
  const { width, height, format } = await sharp(shown).metadata()
  expect([Math.max(width, height), format]).toEqual([1_200, 'jpeg'])
  expect(await exifr.parse(shown, { reviveValues: false })).toMatchObject({ DateTimeOriginal: '2026:05:10 09:35:20' })
  expect((await reader.readNumbers(shown)).map(({ text }) => text).toSorted()).toEqual(['2051', '214', '7'])
})

test('one race of the demo has runners, each with a number of their own', () => {
  const races = photographers.flatMap(({ galleries }) => galleries.flatMap(({ runners }) => (runners ? [runners] : [])))
  expect(races.map((runners) => new Set(runners).size)).toEqual([12])
  expect(races[0]).toContain('214')
})
