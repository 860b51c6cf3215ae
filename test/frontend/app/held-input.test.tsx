import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { holdInput } from '#frontend/app/held-input.ts'

const Form = () => {
  const [text, setText] = useState('')
  const [isTicked, setIsTicked] = useState(false)
  const [order, setOrder] = useState('newest')
  return (
    <>
      <input aria-label="Search" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      <input
        type="checkbox"
        aria-label="Pick"
        checked={isTicked}
        onChange={(event) => setIsTicked(event.currentTarget.checked)}
      />
      <select aria-label="Sort by" value={order} onChange={(event) => setOrder(event.currentTarget.value)}>
        <option value="popular">Most popular</option>
        <option value="newest">Newest</option>
      </select>
      <output>{`${text}, ${isTicked ? 'picked' : 'not picked'}, ${order}`}</output>
    </>
  )
}

afterEach(() => document.body.replaceChildren())

/** The form as HTML, before any script has come. */
const asHtml = () => {
  const root = document.body.appendChild(document.createElement('div'))
  root.innerHTML = renderToString(<Form />)
  return root
}
const search = () => screen.getByRole<HTMLInputElement>('textbox')
const sort = () => screen.getByRole<HTMLSelectElement>('combobox')
const pick = () => screen.getByRole<HTMLInputElement>('checkbox')
const takeOver = async (root: Element) => {
  const giveBack = holdInput(root)
  await act(async () => {
    hydrateRoot(root, <Form />)
    giveBack()
  })
}

test('what was typed, chosen and ticked before the page answered is heard when it does', async () => {
  const root = asHtml()
  search().value = 'ridge'
  pick().checked = true
  sort().value = 'popular'

  await takeOver(root)

  expect(screen.getByRole('status').textContent).toBe('ridge, picked, popular')
  expect(search().value).toBe('ridge')
  expect(pick().checked).toBe(true)
  expect(sort().value).toBe('popular')
})

test('where nothing was typed, nothing is heard', async () => {
  await takeOver(asHtml())
  expect(screen.getByRole('status').textContent).toBe(', not picked, newest')
})
