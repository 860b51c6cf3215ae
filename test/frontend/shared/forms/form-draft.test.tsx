import { act, cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { DraftNotice } from '#frontend/shared/forms/draft-notice.tsx'
import { PasswordField, TextField, TitleField } from '#frontend/shared/forms/fields.tsx'
import { leavingOnPurpose } from '#frontend/shared/forms/unload-warning.ts'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { Form } from '#frontend/ui/field.tsx'
import { fakeAuthClient } from '#test/support/frontend/fake-auth-client.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const ada = { userId: 'ada', email: 'ada@example.com' }
const bea = { userId: 'bea', email: 'bea@example.com' }
const saved = { title: 'As saved', place: 'Here', password: '' }

type Parts = {
  now?: typeof saved
  send?: () => Promise<void>
  isTakenOver?: boolean
  isOnce?: boolean
  isReused?: boolean
}
const Sheet = ({
  now = saved,
  send = async () => undefined,
  isTakenOver = false,
  isOnce = false,
  isReused = false,
}: Parts) => {
  const form = useForm({
    initial: now,
    schema: z.object({ title: z.string() }),
    bodyOf: ({ title }) => ({ title }),
    send: async () => {
      await send()
      if (isTakenOver) form.reset({ ...saved, title: 'As answered' })
    },
    draft: { key: 'sheet', secrets: ['password'], isOnce, isReused },
  })
  return (
    <Form ref={form.form} onSubmit={form.submit} aria-label="Sheet">
      <DraftNotice form={form} />
      <TitleField {...form.field('title')} />
      <TextField {...form.field('place')} label="Place" />
      <PasswordField {...form.field('password')} label="Password" />
      <button type="submit">Save</button>
    </Form>
  )
}
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value
const retype = async (label: string, text: string) => {
  await userEvent.clear(screen.getByLabelText(label))
  await userEvent.type(screen.getByLabelText(label), text)
}
/** The page is gone, and another one is opened in the same tab. */
const reload = (sheet = <Sheet />, user = ada) => {
  cleanup()
  return renderPage(sheet, { user })
}

/** What is sent is answered later. */
const sending = () => {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  return { send: vi.fn(() => promise), answer: async () => act(async () => resolve(undefined)) }
}

/** Types half a title and begins to save it. */
const saveHalf = async (send: () => unknown) => {
  await retype('Title', 'Half a title')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(send).toHaveBeenCalled())
}

test('what was typed is there again after the page was left, and can be given up', async () => {
  renderPage(<Sheet />, { user: ada })
  await retype('Title', 'Half a title')

  reload()

  expect(value('Title')).toBe('Half a title')
  await userEvent.click(screen.getByRole('button', { name: 'Start over' }))
  expect(value('Title')).toBe('As saved')
  reload()
  expect(value('Title')).toBe('As saved')
})

test('a field that was saved elsewhere meanwhile and not touched here shows what was saved', async () => {
  renderPage(<Sheet />, { user: ada })
  await retype('Title', 'Half a title')

  reload(<Sheet now={{ ...saved, title: 'Saved elsewhere', place: 'There' }} />)

  expect([value('Title'), value('Place')]).toEqual(['Half a title', 'There'])
})

test('a password is never kept', async () => {
  renderPage(<Sheet />, { user: ada })
  await retype('Password', 'very secret')
  await retype('Place', 'Elsewhere')

  expect(JSON.stringify({ ...sessionStorage })).not.toContain('very secret')
  reload()
  expect([value('Password'), value('Place')]).toEqual(['', 'Elsewhere'])
})

test('what was saved is no draft any more; what was refused still is', async () => {
  renderPage(<Sheet send={async () => Promise.reject(new Error('refused'))} />, { user: ada })
  await retype('Title', 'Half a title')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toBeTruthy())
  reload()
  expect(value('Title')).toBe('Half a title')

  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  reload()

  expect(value('Title')).toBe('As saved')
})

test('the answer to what was sent takes away no draft that was typed since in the form opened anew', async () => {
  const { send, answer } = sending()
  renderPage(<Sheet send={send} />, { user: ada })
  await saveHalf(send)
  reload()
  await retype('Place', 'Elsewhere')

  await answer()

  reload(<Sheet now={{ ...saved, title: 'Half a title' }} />)
  expect([value('Title'), value('Place')]).toEqual(['Half a title', 'Elsewhere'])
})

test('what is typed while it is saved is a draft, also where the form was left before the answer', async () => {
  const { send, answer } = sending()
  renderPage(<Sheet send={send} />, { user: ada })
  await saveHalf(send)
  await userEvent.type(screen.getByLabelText('Title'), 's')
  cleanup()

  await answer()

  renderPage(<Sheet now={{ ...saved, title: 'Half a title' }} />, { user: ada })
  expect(value('Title')).toBe('Half a titles')
})

test('what is made once leaves no draft, also of what was typed meanwhile', async () => {
  const { send, answer } = sending()
  renderPage(<Sheet send={send} isOnce />, { user: ada })
  await saveHalf(send)
  await userEvent.type(screen.getByLabelText('Title'), 's')

  await answer()

  reload(<Sheet isOnce />)
  expect(value('Title')).toBe('As saved')
})

test('what is only made into something is a draft still, with what was typed meanwhile', async () => {
  const { send, answer } = sending()
  renderPage(<Sheet send={send} isReused />, { user: ada })
  await saveHalf(send)
  await userEvent.type(screen.getByLabelText('Title'), 's')

  await answer()

  reload(<Sheet isReused />)
  expect(value('Title')).toBe('Half a titles')
})

test('what is made once leaves no draft either where its own saving closes the form', async () => {
  const { send, answer } = sending()
  const Closing = () => {
    const [isOpen, setIsOpen] = useState(true)
    const close = async () => {
      await send()
      flushSync(() => setIsOpen(false))
    }
    return isOpen ? <Sheet send={close} isOnce /> : null
  }
  renderPage(<Closing />, { user: ada })
  await saveHalf(send)
  await userEvent.type(screen.getByLabelText('Title'), 's')

  await answer()

  reload()
  expect(value('Title')).toBe('As saved')
})

test('what a form takes over once it is saved takes away no draft that was typed since in the form opened anew', async () => {
  const { send, answer } = sending()
  renderPage(<Sheet send={send} isTakenOver />, { user: ada })
  await saveHalf(send)
  reload()
  await retype('Place', 'Elsewhere')

  await answer()

  reload()
  expect(value('Place')).toBe('Elsewhere')
})

test('drafts end with whoever typed them', async () => {
  const client = fakeAuthClient(ada)
  renderPage(<Sheet />, { user: ada, client })
  await retype('Title', 'Half a title')
  await waitFor(() => expect(sessionStorage.getItem('form_drafts_of')).toBe('ada'))

  act(() => client.tell({ user: bea }))

  await waitFor(() => expect(sessionStorage.getItem('form_drafts_of')).toBe('bea'))
  expect(sessionStorage.getItem('form_draft sheet')).toBeNull()
})

test('the browser asks before a tab is closed over what was typed, and only then', async () => {
  renderPage(<Sheet />, { user: ada })
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isAsked()).toBe(false)

  await retype('Title', 'Half a title')

  expect(isAsked()).toBe(true)
  await retype('Title', 'As saved')
  expect(isAsked()).toBe(false)
})

test('the browser asks again once one is back from where the page led on purpose', async () => {
  renderPage(<Sheet />, { user: ada })
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  await retype('Title', 'Half a title')
  leavingOnPurpose()
  expect(isAsked()).toBe(false)

  // The page as the browser kept it.
  dispatchEvent(new Event('pageshow'))

  expect(isAsked()).toBe(true)
})
