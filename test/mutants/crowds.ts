import type { Mutant } from './mutant.ts'

/** What crowds and pranksters meet: limits, busy neighbours, a busy table. */
export const crowdMutants: readonly Mutant[] = [
  {
    name: 'late sessions of one address guess without an end together',
    file: 'functions/shared/throttle/wrong-tries.ts',
    find: 'if (isLate) await throttle.count(limits.late, late)',
    replace: 'if (isLate) await throttle.fullness(limits.late, late)',
    killedBy: {
      project: 'unit',
      file: 'test/functions/galleries/gallery-access.test.ts',
      test: 'are 600 wrong tries an hour together',
    },
  },
  {
    name: 'a late session is kept for later and then guesses like any other',
    file: 'functions/shared/sessions/gallery-sessions.ts',
    find: 'fact.data.at >= lateLifeSeconds',
    replace: 'fact.data.at < 0',
    killedBy: {
      project: 'unit',
      file: 'test/functions/shared/sessions/gallery-sessions.test.ts',
      test: 'a late session',
    },
  },
  {
    name: 'the 2,001st visitor of an address is refused',
    file: 'functions/galleries/start-session.ts',
    find: 'unlessFull(error)',
    replace: 'throw error',
    killedBy: { project: 'unit', file: 'test/functions/galleries/start-session.test.ts' },
  },
  {
    name: 'a guesser names carts without an end in one item',
    file: 'functions/shared/throttle/throttle.ts',
    find: "when: within ? { count: is.absentOr(is.below(limitOf(name))) } : 'always',",
    replace: "when: 'always',",
    killedBy: {
      project: 'unit',
      file: 'test/functions/shared/throttle/throttle.test.ts',
      test: 'no further name is kept',
    },
  },
  {
    name: 'the browser repeats a checkout that was refused for good',
    file: 'frontend/src/features/cart/while-busy.ts',
    find: "const isFull = isOthers || (code === 'unavailable' && askedMs !== undefined)",
    replace: 'const isFull = true',
    killedBy: { project: 'web', file: 'test/frontend/features/cart/while-busy.test.ts' },
  },
  {
    name: 'a throttled read is asked for until the function ends',
    file: 'functions/shared/table/table.ts',
    find: 'const triesWhenThrottled = 3',
    replace: 'const triesWhenThrottled = 60',
    killedBy: { project: 'unit', file: 'test/functions/shared/table/busy-table.test.ts', test: 'ends a' },
  },
  {
    name: 'books are read in one go, however long they are',
    file: 'functions/books/read-books.ts',
    find: 'if (!hasTime()) {',
    replace: 'if (reading.periods.length < 0) {',
    killedBy: {
      project: 'unit',
      file: 'test/functions/books/long-books.test.ts',
      test: 'are read on in further parts',
    },
  },
  {
    name: 'sales that come while books are read are a difference',
    file: 'functions/books/read-books.ts',
    find: 'const changed = new Set([0])',
    replace: 'const changed = new Set<number>()',
    killedBy: { project: 'unit', file: 'test/functions/books/long-books.test.ts', test: 'by sales are right' },
  },
  {
    name: 'what is refunded while books are read is a difference',
    file: 'functions/books/read-books.ts',
    find: 'changed.add(periods.findIndex(({ from }) => from <= paidAt))',
    replace: 'changed.add(periods.findIndex(({ from }) => from > paidAt))',
    killedBy: {
      project: 'unit',
      file: 'test/functions/books/long-books.test.ts',
      test: 'by refunds of sales old and new',
    },
  },
  {
    name: 'a sale that was heard of late is a difference',
    file: 'functions/books/read-books.ts',
    find: '&& !reading.isAgain',
    replace: '&& reading.isAgain',
    killedBy: { project: 'unit', file: 'test/functions/books/long-books.test.ts', test: 'heard of late' },
  },
  {
    name: 'an entry of the last hour is left behind',
    file: 'functions/books/read-books.ts',
    find: 'last.at >= closedBefore',
    replace: 'last.at < beginning',
    killedBy: {
      project: 'unit',
      file: 'test/functions/books/long-books.test.ts',
      test: 'by refunds of sales old and new',
    },
  },
]
