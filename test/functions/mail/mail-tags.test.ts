import { expect, test } from 'vitest'
import { photographersIn, photographerTag } from '#functions/mail/mail-tags.ts'
import { userIdOf } from '#test/support/builders/ids.ts'

test('the tag of six photographers is one that SES takes, and says who they are', () => {
  const six = [1, 2, 3, 4, 5, 6].map(userIdOf)
  expect(photographerTag(six)).toMatch(/^[A-Za-z0-9_-]{1,256}$/)
  expect(photographersIn(photographerTag(six))).toEqual(six)
  expect(photographersIn(undefined)).toEqual([])
  expect(photographersIn(`x_${userIdOf(1)}_`)).toEqual([userIdOf(1)])
})
