import { expect, test } from 'vitest'
import { mailLinks } from '#functions/visitors/mail-links.ts'
import { userIdOf } from '#test/support/builders/ids.ts'
import { testSigner } from '#test/support/http/session.ts'

const links = mailLinks(testSigner(), () => 'https://darkslide.test')

test('the pages that mails lead to are no files to the edge: their addresses have no dot, and are read again', async () => {
  const of = { photographerId: userIdOf(1), address: 'a-hash' }
  const choice = { of: [userIdOf(1)], address: 'a-hash' }
  const confirming = new URL(await links.confirming({ ...of, until: 9_999_999_999, consent: null })).pathname
  const choosing = new URL((await links.unsubscribing(choice)).page).pathname
  const token = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  expect(confirming + choosing).not.toContain('.')
  expect(await links.confirmationOf(token(confirming))).toMatchObject(of)
  expect(await links.choiceOf(token(choosing))).toEqual(choice)
  // Mails that went out before have it.
  expect(await links.choiceOf(token(choosing).replace('~', '.'))).toEqual(choice)
})
