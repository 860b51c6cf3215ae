import { inflateSync } from 'node:zlib'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import jsQR from 'jsqr'
import { PDFDocument, PDFRawStream } from 'pdf-lib'
import { afterEach, expect, test, vi } from 'vitest'
import { numberCardsAsPdf } from '#frontend/features/galleries/number-cards.ts'
import { NumberCardsForm } from '#frontend/features/galleries/number-cards-form.tsx'
import { fakeCanvas } from '#test/support/frontend/fake-canvas.ts'
import { ada } from '#test/support/frontend/own-builders.ts'
import { renderPage } from '#test/support/frontend/render-page.tsx'

afterEach(() => vi.restoreAllMocks())

const link = 'https://darkslide.example/gallery/01JZ5Q0000000000000000000A'
const linkOf = (number: string) => `${link}?number=${number}`
const make = (numbers: readonly string[], accessCode: string | null = null) =>
  numberCardsAsPdf({ title: 'Valley Half Marathon', accessCode, numbers, linkOf })
const open = async (pdf: Blob) => PDFDocument.load(await pdf.arrayBuffer())

/** Every stream of a document in clear text. */
const textsOf = (document: PDFDocument) =>
  document.context
    .enumerateIndirectObjects()
    .flatMap(([, object]) => (object instanceof PDFRawStream ? [object] : []))
    .filter(({ dict }) => String(dict).includes('FlateDecode') && !String(dict).includes('/Image'))
    .map((stream) => inflateSync(stream.getContents()).toString('latin1'))

/** What a scanner sees of the codes: their squares as pixels, on paper. */
const scanned = (text: string): (string | undefined)[] =>
  text
    .split('q 0 g')
    .slice(1)
    .map((code) => {
      const runs = [...code.matchAll(/^(\d+) (\d+) (\d+) 1 re$/gm)].map((run) => run.slice(1).map(Number))
      const zoom = 4
      const side = 60 * zoom
      const pixels = new Uint8ClampedArray(side * side * 4).fill(255)
      for (const [x = 0, y = 0, width = 0] of runs)
        for (let column = x * zoom; column < (x + width) * zoom; column += 1)
          for (let row = y * zoom; row < (y + 1) * zoom; row += 1) {
            // A PDF counts from below.
            pixels.fill(0, ((side - 1 - row) * side + column) * 4, ((side - 1 - row) * side + column) * 4 + 3)
          }
      return jsQR(pixels, side, side)?.data
    })

test('each number has a card whose code leads to its photos, eight a sheet of A4', async () => {
  fakeCanvas()
  const numbers = [...Array.from({ length: 9 }, (_, index) => String(210 + index)), 'A17']
  const document = await open(await make(numbers))
  expect(document.getPageCount()).toBe(2)
  expect(document.getPage(0).getSize()).toEqual({ width: 595.28, height: 841.89 })
  expect(textsOf(document).flatMap(scanned)).toEqual(numbers.map(linkOf))
})

test('the cards say the title, and the code of a gallery that asks for one', async () => {
  const drawn = fakeCanvas()
  await make(['1'], 'HARBOUR1')
  expect(drawn.texts).toEqual([
    'Valley Half',
    'Marathon',
    'Scan to see your photos',
    'Access code',
    'HARBOUR1',
    `Darkslide · ${location.host}`,
  ])
  drawn.texts.length = 0
  await make(['1'])
  expect(drawn.texts).toHaveLength(4)
})

test('what is no number is named and loses nothing; a start list becomes a file', async () => {
  fakeCanvas()
  const saved: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  const user = userEvent.setup()
  renderPage(<NumberCardsForm title="Valley 10/5" accessCode={null} link={link} />, { at: '/dashboard', user: ada })
  const field = screen.getByLabelText('Start list')
  const press = () => user.click(screen.getByRole('button', { name: 'Number cards (PDF)' }))
  await user.type(field, '1-3{Enter}12:40')
  await press()
  expect(await screen.findByText(/“12:40” is no number/)).toBeDefined()
  expect(saved).toEqual([])
  await user.clear(field)
  await user.type(field, '1-3')
  await press()
  await waitFor(() => expect(saved).toEqual(['Valley 10-5 number cards.pdf']))
})

test('a start list that was typed is there again when the dialog was closed over it', async () => {
  const form = <NumberCardsForm title="Valley 10/5" accessCode={null} link={`${link}?`} />
  renderPage(form, { at: '/dashboard', user: ada })
  await userEvent.type(screen.getByLabelText('Start list'), '1-250, A17')
  cleanup()

  renderPage(form, { at: '/dashboard', user: ada })

  await waitFor(() => expect(screen.getByLabelText('Start list')).toHaveProperty('value', '1-250, A17'))
})
