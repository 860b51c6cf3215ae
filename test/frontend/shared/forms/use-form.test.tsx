import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod'
import { DayField, MinuteField, TextField, WholeNumberField } from '#frontend/shared/forms/fields.tsx'
import { FormDialog } from '#frontend/shared/forms/form-dialog.tsx'
import { useForm } from '#frontend/shared/forms/use-form.ts'
import { halfTyped } from '#test/support/frontend/half-typed.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const Body = z.object({
  day: z.string().nullable(),
  opensAt: z.string(),
  count: z.string(),
  hidden: z.string().min(1, 'Say what is hidden.'),
})
const initial = { day: '', minute: '', count: '', hidden: 'something' }
type Parts = { values?: typeof initial; bodyOf?: (values: typeof initial) => z.input<typeof Body> }

const asTyped = ({ day, minute, count, hidden }: typeof initial) => ({
  day: day || null,
  opensAt: minute,
  count,
  hidden,
})
const Sheet = ({ send, values = initial, bodyOf = asTyped }: Parts & { send: () => Promise<void> }) => {
  const form = useForm({ initial: values, schema: Body, bodyOf, send })
  return (
    <FormDialog form={form} title="Sheet" action="Save" busyLabel="Saving..." onClose={() => undefined}>
      <TextField {...form.field('hidden')} label="Shown again" hidden />
      <DayField {...form.field('day')} label="Day" />
      <MinuteField {...form.field('minute', 'opensAt')} label="Minute" />
      <WholeNumberField {...form.field('count')} label="Count" min={0} />
    </FormDialog>
  )
}
const Bare = ({ send, values = initial }: Parts & { send: () => Promise<void> }) => {
  const form = useForm({ initial: values, schema: Body, bodyOf: asTyped, send })
  return (
    <FormDialog form={form} title="Sheet" action="Save" busyLabel="Saving..." onClose={() => undefined}>
      <DayField {...form.field('day')} label="Day" />
    </FormDialog>
  )
}
const open = (parts: Parts = {}) => {
  const send = vi.fn(async () => undefined)
  renderPage(<Sheet send={send} {...parts} />)
  return { send, save: () => userEvent.click(screen.getByRole('button', { name: 'Save' })) }
}

test.each([
  ['Day', 'Please complete this date.'],
  ['Minute', 'Please complete this date.'],
  ['Count', 'Please enter a whole number.'],
])('%s half-typed is refused at its field, which gets the focus', async (label, sentence) => {
  const { send, save } = open()
  halfTyped(screen.getByLabelText(label))

  await save()

  expect(await screen.findByText(sentence)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)))
  expect(send).not.toHaveBeenCalled()
})

test('a date takes four digits of a year', () => {
  open()

  expect(screen.getByLabelText<HTMLInputElement>('Day').max).toBe('9999-12-31')
  expect(screen.getByLabelText<HTMLInputElement>('Minute').max).toBe('9999-12-31T23:59')
})

test('what is refused and has no field on the screen is said by the form', async () => {
  const send = vi.fn(async () => undefined)
  renderPage(<Bare send={send} values={{ ...initial, hidden: '' }} />)

  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect((await screen.findByRole('alert')).textContent).toBe('Say what is hidden.')
  expect(send).not.toHaveBeenCalled()
})

test('what its field says is not said a second time by the form', async () => {
  const { save } = open({ values: { ...initial, hidden: '' } })

  await save()

  expect(await screen.findAllByText('Say what is hidden.')).toHaveLength(1)
})

test('a form that fails over its own fields says so', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const { send, save } = open({
    bodyOf: () => {
      throw new RangeError('Invalid time value')
    },
  })

  await save()

  expect((await screen.findByRole('alert')).textContent).toBe('Something went wrong on our side. Please try again.')
  expect(send).not.toHaveBeenCalled()
  expect(log).toHaveBeenCalledWith('form_failed', { error: 'RangeError' })
})

test('what is being sent is not sent again, however often the form is submitted meanwhile', async () => {
  let answer: () => void = () => {}
  const send = vi.fn(
    () =>
      new Promise<undefined>((resolve) => {
        answer = () => resolve(undefined)
      }),
  )
  renderPage(<Sheet send={send} />)
  const form = document.querySelector('form')
  if (!form) throw new Error('There is no form.')

  // Twice before anything is drawn anew, and once after.
  fireEvent.submit(form)
  fireEvent.submit(form)
  await waitFor(() => expect(send).toHaveBeenCalled())
  fireEvent.submit(form)
  expect(send).toHaveBeenCalledTimes(1)

  answer()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false))
  fireEvent.submit(form)
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
})

test('what was saved elsewhere is what a form starts over with, and what was typed stays until then', () => {
  const { result } = renderHook(() =>
    useForm({
      initial: { title: 'One', note: '' },
      schema: z.object({ title: z.string() }),
      bodyOf: ({ title }) => ({ title }),
      send: async () => undefined,
    }),
  )
  act(() => result.current.set('note', 'typed'))
  act(() => {
    result.current.edit((typed) => ({ ...typed, title: 'Two' }))
    result.current.rebase({ title: 'Two', note: '' })
  })
  expect(result.current.values).toEqual({ title: 'Two', note: 'typed' })
  act(() => result.current.discard())
  expect(result.current.values).toEqual({ title: 'Two', note: '' })
})
