import { expect, test } from 'vitest'
import { type Chore, chorePut } from '#functions/chores/chore-writes.ts'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import { shardOf } from '#functions/shared/table/shards.ts'
import { galleryIdOf } from '#test/support/builders/ids.ts'
import { marketParts } from '#test/support/market/market-parts.ts'

const rerender = (n: number, dueAt: string): Chore => ({ kind: 'rerender-gallery', subject: galleryIdOf(n), dueAt })

const setup = async (...chores: Chore[]) => {
  const parts = marketParts()
  for (const chore of chores) await parts.table.write(chorePut(chore))
  const clock = {
    forward: ({ minutes = 0, seconds = 0 }) =>
      parts.setTime(new Date(parts.now().getTime() + (60 * minutes + seconds) * 1_000).toISOString()),
  }
  return { ...parts, clock, run: finishChores(parts) }
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
  expect(await run()).toEqual({ done: 2, unfinished: 0, left: 0 })
  expect(await run()).toEqual({ done: 0, unfinished: 0, left: 0 })
  expect(sent).toHaveLength(2)
  expect(table.all().map(({ subject }) => subject)).toEqual([galleryIdOf(3)])
})

test('a chore that fails stays for the next run and holds up no other', async () => {
  const { run, queue, sent, clock } = await setup(rerender(1, '2030-01-01T09:00:00.000Z'), {
    kind: 'unlist-gallery',
    subject: galleryIdOf(2),
    dueAt: '2030-01-01T09:00:00.000Z',
  })
  queue.isDown = true
  expect(await run()).toEqual({ done: 1, unfinished: 0, left: 1 })
  queue.isDown = false
  clock.forward({ minutes: 5 })
  expect(await run()).toEqual({ done: 1, unfinished: 0, left: 0 })
  expect(sent).toHaveLength(1)
})

/** Subjects that lie in one shard. */
const inOneShard = (count: number) =>
  Array.from({ length: 20 * count }, (_, n) => n + 1)
    .filter((n) => shardOf(galleryIdOf(n)) === 3)
    .slice(0, count)

test('a hundred and fifty that fail keep a good one of their shard waiting for two runs', async () => {
  const numbers = inOneShard(151)
  const good = galleryIdOf(numbers.at(-1) ?? 0)
  const { run, sent, clock, ...parts } = await setup(
    ...numbers.map((n, index) => rerender(n, `2030-01-01T09:${index < 150 ? '00' : '30'}:00.000Z`)),
  )
  const send = parts.send
  const stuck = finishChores({
    ...parts,
    steps: {
      ...parts.steps,
      'rerender-gallery': async (subject) => {
        if (subject !== good) throw new Error('It never works.')
        await send('RENDER_QUEUE_URL', [subject])
      },
    },
  })
  expect(await stuck()).toEqual({ done: 0, unfinished: 0, left: 100 })
  clock.forward({ minutes: 1 })
  expect(await stuck()).toEqual({ done: 1, unfinished: 0, left: 50 })
  expect(sent).toHaveLength(1)
})

test('waits double from try to try, up to six hours', async () => {
  const { run, queue, clock } = await setup(rerender(1, '2030-01-01T10:00:00.000Z'))
  queue.isDown = true
  const tried: number[] = []
  for (let minute = 0; minute < 24 * 60; minute++) {
    if ((await run()).left > 0) tried.push(minute)
    clock.forward({ minutes: 1 })
  }
  expect(tried).toEqual([0, 5, 15, 35, 75, 155, 315, 635, 995, 1355])
})

test('one that ends the run that does it is behind the others already', async () => {
  const { run, clock, ...parts } = await setup(
    rerender(1, '2030-01-01T09:00:00.000Z'),
    rerender(2, '2030-01-01T09:30:00.000Z'),
  )
  const dying = finishChores({ ...parts, steps: { ...parts.steps, 'rerender-gallery': () => new Promise(() => {}) } })
  void dying()
  await new Promise((resolve) => setImmediate(resolve))
  clock.forward({ minutes: 1 })
  expect(await run()).toEqual({ done: 0, unfinished: 0, left: 0 })
  clock.forward({ minutes: 4 })
  expect(await run()).toEqual({ done: 2, unfinished: 0, left: 0 })
})

test('a run begins nothing more once half of its time is over', async () => {
  const numbers = inOneShard(10)
  const { run, clock, ...parts } = await setup(...numbers.map((n) => rerender(n, '2030-01-01T09:00:00.000Z')))
  const slow = finishChores({
    ...parts,
    steps: { ...parts.steps, 'rerender-gallery': async () => clock.forward({ seconds: 50 }) },
  })
  expect(await slow()).toEqual({ done: 3, unfinished: 0, left: 0 })
  expect(await run()).toEqual({ done: 7, unfinished: 0, left: 0 })
})
