import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { useGalleryChoices } from '#frontend/shared/galleries/gallery-choices.ts'
import { GallerySelect } from '#frontend/shared/galleries/gallery-select.tsx'
import { api } from '#schema/api/all.ts'
import { galleryId } from '#test/support/frontend/builders.ts'
import { mockEndpoint } from '#test/support/frontend/mock-endpoint.ts'
import { ada } from '#test/support/frontend/own-builders.ts'
import { anOwnGallery } from '#test/support/frontend/own-gallery.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

const { mine, getMine } = api.galleries.endpoints
const newest = anOwnGallery(1, { title: 'Newest' })
const old = anOwnGallery(2, { title: 'Old wedding' })

const Form = ({ initial = '', onSent }: { initial?: string; onSent: () => void }) => {
  const [value, setValue] = useState(initial)
  const choices = useGalleryChoices(value)
  return (
    <form onSubmit={onSent}>
      <GallerySelect choices={choices} label="Gallery" none="Select a gallery" value={value} onChange={setValue} />
    </form>
  )
}
const titles = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('who has few galleries gets the list alone', async () => {
  mockEndpoint(mine, { items: [newest, old] })
  renderPage(<Form onSent={() => undefined} />, { user: ada })

  await waitFor(() => expect(titles()).toEqual(['Select a gallery', 'Newest', 'Old wedding']))
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('who has more finds the others by words, also where a search first finds nothing', async () => {
  const list = mockEndpoint(mine, ({ query: { q, cursor } }) => {
    if (q === undefined) return { items: [newest], nextCursor: 'older' }
    if (q !== 'wedding') return { items: [] }
    return cursor === 'on' ? { items: [old] } : { items: [], nextCursor: 'on' }
  })
  mockEndpoint(getMine, old)
  let sent = 0
  const user = userEvent.setup()
  renderPage(<Form onSent={() => (sent += 1)} />, { user: ada })

  const field = await screen.findByRole('searchbox', { name: 'Find a gallery' })
  await user.type(field, 'wedding{Enter}')
  expect(await screen.findByText('1 gallery found.')).toBeDefined()
  expect(titles()).toEqual(['Select a gallery', 'Old wedding'])
  expect(sent).toBe(0)
  expect(list.requests.filter(({ query }) => query.q !== undefined).map(({ query }) => query.q)).toEqual([
    'wedding',
    'wedding',
  ])
  await user.selectOptions(screen.getByLabelText('Gallery'), old.id)

  // What is chosen stays in the list, whatever is looked for next.
  await user.clear(field)
  await waitFor(() => expect(titles()).toEqual(['Select a gallery', 'Old wedding', 'Newest']))
  await user.type(field, 'nothing')
  expect(await screen.findByText('No gallery has these words in its title.')).toBeDefined()
  expect(screen.getByLabelText<HTMLSelectElement>('Gallery').value).toBe(old.id)
})

test('a gallery that is chosen by an address is an option though no page has it', async () => {
  mockEndpoint(mine, { items: [newest], nextCursor: 'older' })
  const one = mockEndpoint(getMine, old)
  renderPage(<Form initial={galleryId(2)} onSent={() => undefined} />, { user: ada })

  await waitFor(() => expect(titles()).toEqual(['Select a gallery', 'Old wedding', 'Newest']))
  expect(screen.getByLabelText<HTMLSelectElement>('Gallery').value).toBe(old.id)
  expect(one.requests).toHaveLength(1)
})
