import { expect, test } from 'vitest'
import { type Chore, choreKeys, chorePut } from '#functions/chores/chore-writes.ts'
import { DueLater } from '#functions/chores/do-chores.ts'
import { finishChores } from '#functions/jobs/finish-chores.ts'
import { shardOf } from '#functions/shared/table/shards.ts'
import { update } from '#functions/shared/table/writes.ts'
import { afterHours } from '#functions/shared/time/clock.ts'
import { galleryIdOf } from '#test/support/builders/ids.ts'
import { marketParts, silent } from '#test/support/market/market-parts.ts'

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

test('a run goes on until nothing is due', async () => {
  const { run, sent, table } = await setup(...inOneShard(250).map((n) => rerender(n, '2030-01-01T09:00:00.000Z')))
  expect(await run()).toEqual({ done: 250, unfinished: 0, left: 0 })
  expect(sent).toHaveLength(250)
  expect(table.all()).toEqual([])
})

test('a hundred and fifty that fail keep a good one of their shard waiting for no other run', async () => {
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
  expect(await stuck()).toEqual({ done: 1, unfinished: 0, left: 150 })
  expect(sent).toHaveLength(1)
  clock.forward({ minutes: 1 })
  expect(await stuck()).toEqual({ done: 0, unfinished: 0, left: 0 })
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

test('a run begins nothing more once half of its function’s time is over', async () => {
  const numbers = inOneShard(10)
  const { run, clock, ...parts } = await setup(...numbers.map((n) => rerender(n, '2030-01-01T09:00:00.000Z')))
  const slow = finishChores({
    ...parts,
    steps: { ...parts.steps, 'rerender-gallery': async () => clock.forward({ seconds: 50 }) },
  })
  const { done } = await slow()
  // Two side by side, and four minutes.
  expect(done).toBeGreaterThanOrEqual(5)
  expect(done).toBeLessThanOrEqual(6)
  expect(await run()).toEqual({ done: 10 - done, unfinished: 0, left: 0 })
})

const subjectsInOneShard = (count: number, name: string) =>
  Array.from({ length: 40 * count }, (_, n) => `${name}-${n}`)
    .filter((subject) => shardOf(subject) === 3)
    .slice(0, count)

test.each([
  ['prompt', 'read-numbers', 'CHORES#3'],
  ['long', 'price-photos', 'CHORES#LONG#3'],
  ['growing', 'grow-order', 'CHORES#GROWING#3'],
  ['bulk', 'keep-files', 'CHORES#BULK#3'],
] as const)('%s chores, such as %s, wait in a list of their own', async (_, kind, workKey) => {
  const [subject = ''] = subjectsInOneShard(1, 'each')
  const { table } = await setup({ kind, subject, dueAt: '2030-01-01T10:00:00.000Z' })
  expect(table.all()).toMatchObject([{ kind, workKey }])
})

test('what comes with each sale, and is due before, keeps what somebody waits for waiting for no other run', async () => {
  const sales = subjectsInOneShard(1_000, 'sale')
  const [gallery = ''] = subjectsInOneShard(1, 'gallery')
  const { run, clock, ...parts } = await setup(
    ...sales.map((subject): Chore => ({ kind: 'keep-files', subject, dueAt: '2030-01-01T09:00:00.000Z' })),
    { kind: 'read-numbers', subject: gallery, dueAt: '2030-01-01T09:59:00.000Z' },
  )
  const done: string[] = []
  const note = async (subject: string) => {
    done.push(subject)
    clock.forward({ seconds: 1 })
  }
  await finishChores({ ...parts, steps: { ...parts.steps, 'keep-files': note, 'read-numbers': note } })()
  expect(done.length).toBeLessThan(1_000)
  expect(done).toContain(gallery)
})

test('one that keeps no place, and needs two minutes, ends while others of its kind wait', async () => {
  const galleries = subjectsInOneShard(6, 'gallery')
  const { run, clock, ...parts } = await setup(
    ...galleries.map((subject): Chore => ({ kind: 'price-photos', subject, dueAt: '2030-01-01T09:00:00.000Z' })),
  )
  const done: string[] = []
  const price = async (subject: string, mayGoOn = () => {}) => {
    for (let part = 0; part < 10; part++) {
      mayGoOn()
      clock.forward({ seconds: 6 })
      await Promise.resolve()
    }
    done.push(subject)
  }
  const jobs = finishChores({ ...parts, steps: { ...parts.steps, 'price-photos': price } })
  // Two side by side share the time that passes here.
  for (let n = 0; n < 3; n++) expect((await jobs()).unfinished).toBe(0)
  expect(done.toSorted()).toEqual(galleries.toSorted())
})

test('two that go on and on hold their shard against no run that begins after', async () => {
  const [third = '', ...endless] = subjectsInOneShard(3, 'gallery')
  const price = (subject: string, dueAt: string): Chore => ({ kind: 'price-photos', subject, dueAt })
  const { run, clock, ...parts } = await setup(
    ...endless.map((subject) => price(subject, '2030-01-01T09:00:00.000Z')),
    price(third, '2030-01-01T09:30:00.000Z'),
  )
  const begun: string[] = []
  const goOn = (subject: string) => {
    begun.push(subject)
    return subject === third ? Promise.resolve() : new Promise<void>(() => {})
  }
  const jobs = finishChores({ ...parts, steps: { ...parts.steps, 'price-photos': goOn } })
  void jobs()
  await new Promise((resolve) => setImmediate(resolve))
  clock.forward({ minutes: 1 })
  await Promise.race([jobs(), new Promise((resolve) => setImmediate(resolve))])
  expect(begun).toContain(third)
})

test.each([
  ['price-photos', 1],
  ['read-numbers', 1],
  ['grow-order', 1],
  ['sum-up-sales', 6],
] as const)('one that goes on and never ends, such as %s, is reported after %i hours', async (kind, hours) => {
  const dueAt = '2030-01-01T10:00:00.000Z'
  const { run, clock, ...parts } = await setup({ kind, subject: 'any', dueAt })
  const errors: unknown[] = []
  const goOn = async (_: string, mayGoOn = () => {}) => {
    clock.forward({ minutes: 5 })
    mayGoOn()
  }
  const jobs = finishChores({
    ...parts,
    log: { ...silent, error: (message, fields) => errors.push([message, fields]) },
    steps: { ...parts.steps, [kind]: goOn },
  })
  const isBefore = () => parts.now().getTime() < new Date(dueAt).getTime() + (60 * hours - 10) * 60_000
  while (isBefore()) await jobs()
  expect(errors).toEqual([])
  for (let n = 0; n < 3; n++) await jobs()
  expect(errors[0]).toEqual(['a chore goes on and does not end', { chore: kind }])
})

test('one that its step puts off again and again is reported no more than one that is new', async () => {
  const { run, clock, ...parts } = await setup({
    kind: 'grow-wholes',
    subject: galleryIdOf(1),
    dueAt: '2030-01-01T10:00:00.000Z',
  })
  const errors: unknown[] = []
  let looks = 0
  const look = async (_: string, mayGoOn = () => {}) => {
    // Every other look takes longer than its turn once.
    if (looks++ % 2 === 0) clock.forward({ minutes: 5 })
    mayGoOn()
    throw new DueLater(afterHours(parts.now(), 1))
  }
  const jobs = finishChores({
    ...parts,
    log: { ...silent, error: (message) => errors.push(message) },
    steps: { ...parts.steps, 'grow-wholes': look },
  })
  for (let n = 0; n < 48; n++) {
    await jobs()
    clock.forward({ minutes: 30 })
  }
  expect(looks).toBeGreaterThan(20)
  expect(errors).toEqual([])
})

test('of two runs side by side one does a chore', async () => {
  const subjects = subjectsInOneShard(20, 'gallery')
  const { run, ...parts } = await setup(
    ...subjects.map((subject): Chore => ({ kind: 'unlist-gallery', subject, dueAt: '2030-01-01T09:00:00.000Z' })),
  )
  const done: string[] = []
  const unlist = async (subject: string) => void done.push(subject)
  const jobs = finishChores({ ...parts, steps: { ...parts.steps, 'unlist-gallery': unlist } })
  await Promise.all([jobs(), jobs()])
  expect(done.toSorted()).toEqual(subjects.toSorted())
})

test('a kind that a newer release brought is put off and reported, is not lost, and keeps nothing of its shard waiting', async () => {
  const [good = '', strange = ''] = subjectsInOneShard(2, 'gallery')
  const { run, clock, ...parts } = await setup({
    kind: 'unlist-gallery',
    subject: good,
    dueAt: '2030-01-01T09:59:00.000Z',
  })
  const before = {
    PK: `CHORE#not-made-yet#${strange}`,
    SK: 'CHORE',
    kind: 'not-made-yet',
    subject: strange,
    dueAt: '2030-01-01T09:00:00.000Z',
    workKey: 'CHORES#3',
    workSort: '2030-01-01T09:00:00.000Z',
  }
  await parts.table.write({ kind: 'put', item: before, when: 'absent' })
  const done: string[] = []
  const errors: unknown[] = []
  const jobs = finishChores({
    ...parts,
    log: { ...silent, error: (message, fields) => errors.push([message, fields]) },
    steps: { ...parts.steps, 'unlist-gallery': async (subject) => void done.push(subject) },
  })
  await jobs()
  expect(done).toEqual([good])
  expect(errors).toEqual([['chores of a kind that this release does not know', { kinds: 'not-made-yet' }]])
  expect(parts.table.all()).toEqual([{ ...before, workSort: '2030-01-01T11:00:00.000Z' }])
  clock.forward({ minutes: 59 })
  await jobs()
  expect(errors).toHaveLength(1)
  clock.forward({ minutes: 1 })
  await jobs()
  expect(errors).toHaveLength(2)
})

test('what an earlier release left in the one list of all kinds is done all the same', async () => {
  const subjects = subjectsInOneShard(150, 'sale')
  const { run, clock, ...parts } = await setup()
  for (const subject of subjects) {
    const chore: Chore = { kind: 'keep-files', subject, dueAt: '2030-01-01T09:00:00.000Z' }
    await parts.table.write(chorePut(chore))
    await parts.table.write(update(choreKeys.chore(chore), { set: { workKey: 'CHORES#3' }, when: 'present' }))
  }
  const done: string[] = []
  const keep = async (subject: string) => void done.push(subject)
  const jobs = finishChores({ ...parts, steps: { ...parts.steps, 'keep-files': keep } })
  await jobs()
  clock.forward({ minutes: 1 })
  await jobs()
  expect(done.toSorted()).toEqual(subjects.toSorted())
  expect(parts.table.all()).toEqual([])
})
