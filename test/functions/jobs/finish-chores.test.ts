import { expect, test } from 'vitest'
import { type Chore, chorePut } from '#functions/chores/chore-store.ts'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import { galleryIdOf } from '#test/support/builders/ids.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const rerender = (n: number, dueAt: string): Chore => ({ kind: 'rerender-gallery', subject: galleryIdOf(n), dueAt })

const setup = async (...chores: Chore[]) => {
  const parts = marketParts()
  for (const chore of chores) await parts.table.write(chorePut(chore))
  return { ...parts, run: finishChores(parts) }
}

test('a chore is kept under what it is about, and in a shard of the work index', async () => {
  const { table } = await setup(rerender(1, '2030-01-01T10:00:00.000Z'))
  expect(table.all()).toEqual([
    {
      PK: 'CHORE#rerender-gallery#gal_00000000000000000000000001',
      SK: 'CHORE',
      kind: 'rerender-gallery',
      subject: galleryIdOf(1),
      dueAt: '2030-01-01T10:00:00.000Z',
      workKey: expect.stringMatching(/^CHORES#[0-7]$/),
      workSort: '2030-01-01T10:00:00.000Z',
    },
  ])
})

test('what is due is done once and forgotten, what is not waits', async () => {
  const { run, sent, table } = await setup(
    rerender(1, '2030-01-01T09:59:00.000Z'),
    rerender(2, '2030-01-01T10:00:00.000Z'),
    rerender(3, '2030-01-01T10:00:00.001Z'),
  )
  expect(await run()).toEqual({ done: 2, left: 0 })
  expect(await run()).toEqual({ done: 0, left: 0 })
  expect(sent).toHaveLength(2)
  expect(table.all().map(({ subject }) => subject)).toEqual([galleryIdOf(3)])
})

test('a chore that fails stays for the next run and holds up no other', async () => {
  const { run, queue, sent } = await setup(rerender(1, '2030-01-01T09:00:00.000Z'), {
    kind: 'unlist-gallery',
    subject: galleryIdOf(2),
    dueAt: '2030-01-01T09:00:00.000Z',
  })
  queue.isDown = true
  expect(await run()).toEqual({ done: 1, left: 1 })
  queue.isDown = false
  expect(await run()).toEqual({ done: 1, left: 0 })
  expect(sent).toHaveLength(1)
})
